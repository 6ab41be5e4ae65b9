/** Measures ours against a baseline in the same run: alternating baseline and ours; only ratios are portable. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { startEmbedded } from '../../src/app/database/embedded.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** One line of the report. `limit` is what the product promises; a miss is printed, never hidden. */
export function report(
  what: string,
  value: number,
  o: { unit?: string; atLeast?: number; atMost?: number } = {},
): void {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en-IN') : value.toFixed(2);
  const bound =
    o.atLeast !== undefined ? `at least ${o.atLeast}` : o.atMost !== undefined ? `at most ${o.atMost}` : '';
  const isMissed =
    (o.atLeast !== undefined && value < o.atLeast) || (o.atMost !== undefined && value > o.atMost);
  process.stdout.write(
    `${isMissed ? 'MISSED' : bound ? 'ok    ' : '      '} ${what}: ${shown} ${o.unit ?? ''} ${bound ? `(${bound})` : ''}\n`,
  );
}

/** Runs floor and ours alternately; answers the median of ours ÷ floor. */
export async function pairs(
  count: number,
  floor: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<{ ratio: number; floor: number; ours: number }> {
  await floor();
  await ours();
  const runs: { floor: number; ours: number }[] = [];
  for (let i = 0; i < count; i += 1) runs.push({ floor: await floor(), ours: await ours() });
  return {
    ratio: median(runs.map((run) => run.ours / run.floor)),
    floor: median(runs.map((run) => run.floor)),
    ours: median(runs.map((run) => run.ours)),
  };
}

/** A separate migrated database for one benchmark; with `kept` it is preserved for the next run. */
export async function benchDatabase(kept?: string): Promise<{
  database: Database;
  config: pg.PoolConfig;
  folder: string;
  stop(): Promise<void>;
}> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'recoup-bench-'));
  const postgres = await startEmbedded(folder);
  const database = openDatabase(postgres.config);
  await migrate(database);
  return {
    database,
    config: postgres.config,
    folder,
    async stop() {
      await database.end();
      await postgres.stop();
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a file of this folder as a process; resolves when ready. */
export function launch(
  file: string,
  env: Record<string, string>,
  execArgv: string[] = [],
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      env: { ...process.env, ...env },
      execArgv,
    });
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

/** Users of one role, each with a live session; answers their tokens. */
export async function signedIn(
  database: Database,
  count: number,
  flags: readonly string[],
): Promise<string[]> {
  await database.run(sql`update roles set flags = ${[...flags]} where slug = 'admin'`);
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await database.run(sql`insert into users (id, first_name, last_name, email, role_id)
    select n, 'Asha', 'Rao', 'asha' || n || '@recoup.test', (select id from roles where slug = 'admin')
    from generate_series(1, ${count}::int) n`);
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    select hash, n, now() + interval '1 hour', interval '1 hour'
    from unnest(${tokens.map(hashOf)}::bytea[]) with ordinality as t(hash, n)`);
  return tokens;
}
