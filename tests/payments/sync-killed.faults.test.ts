/** A large Sync resumes after a crash of its server, node or database, and processes each loan once. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { pieceSize } from '../../src/contexts/payments/server/summaries/piece.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { type Cluster, type Machine, machine, signedIn } from '../kernel/real-cluster.ts';
import { sumFaults } from '../reporting/sums.ts';

const patience = { timeout: 90_000, interval: 20 };
const gateKey = 4711;

interface State {
  reached: number;
  changed: number;
  isOver: boolean;
}
/** Direct access of the test to a database, bypassing the servers. */
interface Side {
  database: Database;
  /** Makes loans differ from their payments, like external programs. */
  spoil(): Promise<number>;
  wrong(): Promise<number>;
  state(): Promise<State>;
  /** No piece can be committed until the gate is opened; answers that. */
  shut(): Promise<() => Promise<void>>;
  /** A batch has written its loans and reached the gate. */
  atGate(): Promise<void>;
  end(): Promise<void>;
}

async function beside(config: pg.PoolConfig): Promise<Side> {
  const database = openDatabase(config);
  await database.run(sql`
    create or replace function gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`);
  await database.run(sql`
    create or replace trigger gate before update of reached on summary_syncs for each row
    when (old.reached is distinct from new.reached) execute function gate()`);
  const one = async <R extends object>(query: ReturnType<typeof sql>): Promise<R> => {
    const row = await database.one<R>(query);
    if (!row) throw new Error('no row');
    return row;
  };
  const wrong = async (): Promise<number> =>
    (
      await one<{ n: number }>(sql`
        select count(*)::int as n from loans l where is_active and latest_realize_payment_amount is distinct from (
          select amount from payments p where p.loan_id = l.id and p.realized and p.status = 'success'
          order by payment_date desc, id desc limit 1)`)
    ).n;
  return {
    database,
    wrong,
    async spoil() {
      await database.run(sql`
        update loans set latest_realize_payment_amount = 1, payment_status = 'Foreclosure' where is_active`);
      return wrong();
    },
    state: () =>
      one<State>(sql`
        select reached, changed, ended_at is not null as "isOver" from summary_syncs order by id desc limit 1`),
    async shut() {
      const keeper = new pg.Client(config as pg.ClientConfig);
      // It disconnects with its database.
      keeper.on('error', () => undefined);
      await keeper.connect();
      await keeper.query('select pg_advisory_lock($1)', [gateKey]);
      return () => keeper.end();
    },
    atGate: async () =>
      void (await vi.waitUntil(
        () =>
          database.one(sql`
            select from pg_locks where locktype = 'advisory' and objid = ${gateKey} and not granted`),
        patience,
      )),
    end: () => database.end(),
  };
}

const press = async (url: string): Promise<unknown> => {
  const ask = await signedIn(url);
  const answer = await ask('/reports/client-performance/report-sync');
  return ((await answer.json()) as { row: unknown }).row;
};
const moved = (side: Side, than: State): Promise<unknown> =>
  vi.waitUntil(async () => (await side.state()).reached > than.reached, patience);

/** Finished once and correct: exactly the wrong loans were written, once each, and totals equal the rows. */
async function endsRight(side: Side, url: string, spoilt: number): Promise<void> {
  await vi.waitUntil(async () => (await side.state()).isOver, patience);
  const ask = await signedIn(url);
  expect(((await (await ask('/summaries/sync')).json()) as { row: unknown }).row).toMatchObject({
    isRunning: false,
    isFailed: false,
    percent: 100,
    loans: spoilt,
  });
  expect(await side.wrong()).toBe(0);
  const told = await side.database.rows<{ loans: number }>(sql`
    select (facts ->> 'loans')::int as loans from event where type = 'summaries.synced' order by id desc`);
  expect(told[0]).toEqual({ loans: spoilt });
  const runs = await side.database.one<{ n: number }>(sql`select count(*)::int as n from summary_syncs`);
  expect(told.length).toBe(runs?.n);
  expect(await sumFaults(side.database, ['book_sums', 'book_kinds', 'ledger'])).toEqual([]);
}

test('a server killed during or between batches resumes at its position', async () => {
  let server = await startServer({ env: { DEMO_LOANS: '4000' } });
  const again = async (): Promise<Side> => {
    server = await startServer({ dataDir: server.dataDir });
    return beside((await attachEmbedded(server.dataDir)).config);
  };
  try {
    let side = await beside((await attachEmbedded(server.dataDir)).config);
    const spoilt = await side.spoil();
    expect(spoilt).toBeGreaterThan(5 * pieceSize);
    await side.shut();
    expect(await press(server.url)).toMatchObject({ isRunning: true });
    await side.atGate();
    const before = await side.state();
    await server.kill();
    await side.end();

    side = await again();
    // What was not committed is not there, and nothing of what was is lost.
    expect(await side.state()).toEqual(before);
    expect(await side.wrong()).toBe(spoilt - before.changed);
    expect(await press(server.url)).toMatchObject({ isRunning: true });
    await moved(side, before);
    await server.kill();
    await side.end();

    side = await again();
    const then = await side.state();
    expect(then.isOver).toBe(false);
    expect(await side.wrong()).toBe(spoilt - then.changed);
    await endsRight(side, server.url, spoilt);
    await side.end();
  } finally {
    await server.remove();
  }
}, 400_000);

let here: Machine;
let cluster: Cluster;
let nodes: [ServerProcess, ServerProcess];
const node = (): Promise<ServerProcess> =>
  startServer({ env: { DATABASE_URL: cluster.url, RECOUP_MODE: 'demo', DEMO_LOANS: '4000' } });
beforeAll(async () => {
  here = machine('syncs');
  cluster = await here.cluster('first');
  nodes = [await node(), await node()];
}, 300_000);
afterAll(async () => {
  for (const one of nodes) await one.remove();
  here.remove();
});

test('a killed node leaves its Sync to the other, which a second request joins', async () => {
  const [first, second] = nodes;
  const side = await beside({ connectionString: cluster.url });
  const spoilt = await side.spoil();
  const open = await side.shut();
  // The killed node must be the one executing it.
  second.child.kill('SIGSTOP');
  expect(await press(first.url)).toMatchObject({ isRunning: true });
  await side.atGate();
  second.child.kill('SIGCONT');
  await first.kill();
  expect(await press(second.url)).toMatchObject({ isRunning: true });
  await open();
  await endsRight(side, second.url, spoilt);
  await side.end();
}, 400_000);

test('a restarted database finds its Sync at its position', async () => {
  const [, second] = nodes;
  let side = await beside({ connectionString: cluster.url });
  const spoilt = await side.spoil();
  await side.shut();
  await press(second.url);
  await side.atGate();
  const before = await side.state();
  cluster.stop('immediate');
  await side.end();
  cluster.start();
  side = await beside({ connectionString: cluster.url });
  expect(await side.wrong()).toBe(spoilt - before.changed);
  await endsRight(side, second.url, spoilt);
  await side.end();
}, 400_000);
