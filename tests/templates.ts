/**
 * Template databases of tests: `empty`, migrated only; `bare`, a small agency; `demo`, the demo agency. The last two are
 * created on first use.
 */
import type pg from 'pg';
import { migrate } from '../src/app/database/migrate.ts';
import { loadDemo } from '../src/app/demo/load/load.ts';
import { openLog } from '../src/app/server/operation/log.ts';
import type { Database } from '../src/kernel/server/database/database.ts';
import { openDatabase } from '../src/app/database/pools/pools.ts';
import { openJobs } from '../src/app/server/operation/queue.ts';
import { agency } from './agency.ts';

export type Template = 'empty' | 'bare' | 'demo';
const demoLoans = 300;
/** A template cannot be cloned or created concurrently: workers are serialised. */
const TURN = 7069;

const fillOf: Readonly<Record<Template, (database: Database) => Promise<unknown>>> = {
  async empty(database) {
    await migrate(database);
    const jobs = await openJobs(database.config, openLog('/dev/null'));
    await jobs.stop();
  },
  bare: agency,
  demo: (database) => loadDemo(database, { loans: demoLoans }),
};

async function make(client: pg.PoolClient, config: pg.PoolConfig, o: { template: Template; mark: string }) {
  const { template, mark } = o;
  const name = `recoup_${template}_${mark}`;
  const known = await client.query('select from pg_database where datname = $1 and datistemplate', [name]);
  if (known.rowCount) return name;
  const from = template === 'empty' ? 'template0' : await make(client, config, { template: 'empty', mark });
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name} template ${from} encoding 'UTF8'`);
  const database = openDatabase({ ...config, database: name });
  await fillOf[template](database);
  await database.end();
  await client.query(`alter database ${name} is_template true`);
  return name;
}

/** A new database like a template. `mark` changes with everything that shapes them. */
export async function cloneTemplate(
  client: pg.PoolClient,
  config: pg.PoolConfig,
  o: { template: Template; mark: string; name: string },
): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TURN]);
  try {
    const from = await make(client, config, o);
    await client.query(`create database ${o.name} template ${from}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TURN]);
  }
}
