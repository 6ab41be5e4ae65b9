/** A multi-agency node on the shared test cluster; hosts are addresses of this host. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { type Directory, openDirectory } from '../../src/app/agencies/directory.ts';
import { type RunningNode, startNode } from '../../src/app/agencies/node.ts';
import { asOwner } from '../../src/app/agencies/place.ts';
import { readConfig } from '../../src/app/server/config.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { create } from '../../src/tools/agencies/keep.ts';
import { type Hands, withHands } from '../../src/tools/agencies/hands.ts';
import { agency } from '../agency.ts';
import { same } from '../kit.ts';

let made = 0;
const patience = { timeout: 60_000, interval: 50 };

export interface TestAgency {
  name: string;
  host: string;
  url: string;
  /** As the agency's role. */
  database: Database;
}
export interface TestNode {
  env: Record<string, string>;
  clusterUrl: string;
  directory: Directory;
  node: RunningNode;
  /** One more agency, with the lenders and roles of every test, served; its cluster reached by another address. */
  add(name: string, host: string, cluster?: string): Promise<TestAgency>;
  /** An operator command, and its output. */
  run(work: (hands: Hands) => Promise<void>): Promise<string>;
  /** Rows of a statement by the cluster's owner. */
  owner(text: string): Promise<number>;
  served(url: string, status?: number): Promise<void>;
  stop(): Promise<void>;
}

/** How the cluster of all tests is reached, as an address. */
export function addressOf(config: pg.PoolConfig, database: string): string {
  const { host = 'localhost', port, user, password } = config;
  const who = `${encodeURIComponent(user ?? '')}${password ? `:${encodeURIComponent(String(password))}` : ''}`;
  const at = host.startsWith('/') ? `localhost` : `${host}:${port ?? 5432}`;
  const socket = host.startsWith('/')
    ? `?host=${encodeURIComponent(host)}${port ? `&port=${port}` : ''}`
    : '';
  return `postgres://${who}@${at}/${database}${socket}`;
}

/** In the cluster of all tests, or another. */
export async function bootNode(cluster?: string, more: Record<string, string> = {}): Promise<TestNode> {
  const postgres = inject('postgres');
  const mark = `${process.pid}x${++made}`;
  const directoryName = `recoup_test_directory_${mark}`;
  const clusterUrl = cluster ?? addressOf(postgres, String(postgres.database ?? 'postgres'));
  await asOwner(clusterUrl, (client) => client.query(`create database ${directoryName}`));
  const folder = await mkdtemp(join(tmpdir(), 'recoup-agencies-'));
  const place = new URL(clusterUrl);
  place.pathname = `/${directoryName}`;
  const agenciesUrl = place.href;
  const env = {
    AGENCIES_URL: agenciesUrl,
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: folder,
    RECOUP_MODE: 'demo',
    LOG: 'file',
    ...more,
  };
  const config = readConfig(env);
  const node = await startNode({ config, env });
  const directory = await openDirectory(agenciesUrl, openSafe(config));
  const run = async (work: (hands: Hands) => Promise<void>): Promise<string> => {
    let said = '';
    await withHands(config, env, (hands) => work({ ...hands, say: (line) => void (said += `${line}\n`) }));
    return said;
  };
  const served = (url: string, status = 401): Promise<void> =>
    vi.waitFor(
      async () => expect((await fetch(`${url}/api/breaks`, { headers: same })).status).toBe(status),
      patience,
    );
  const opened: Database[] = [];
  return {
    env,
    clusterUrl,
    directory,
    node,
    run,
    served,
    owner: (text) => asOwner(clusterUrl, async (client) => (await client.query(text)).rowCount ?? 0),
    async add(name, host, there) {
      const own = `${name}-${mark}`;
      await run((hands) => create(hands, [own, host], there ? { cluster: there } : {}));
      const found = await directory.named(own);
      const database = openDatabase({ connectionString: found?.databaseUrl });
      opened.push(database);
      await agency(database);
      const url = `http://${host}:${new URL(node.url).port}`;
      await served(url);
      return { name: own, host, url, database };
    },
    async stop() {
      await node.stop();
      // A test may have closed its connection.
      for (const one of opened) await one.end().catch(() => undefined);
      await directory.end();
      await asOwner(clusterUrl, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'select datname as name from pg_database where datname like $1',
          [`agency_%_${mark}`],
        );
        for (const { name } of rows) {
          await client.query(`drop database ${name} with (force)`);
          await client.query(`drop role if exists ${name}`);
        }
        await client.query(`drop database ${directoryName} with (force)`);
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
