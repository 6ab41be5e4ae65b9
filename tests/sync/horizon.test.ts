/** Phone sync and event chaining depend on open transactions of their database only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import type pg from 'pg';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, emptyDatabase } from '../kit.ts';
import { untilSealed } from '../sealed.ts';
import { addLoan, bootTeam } from './phone.ts';

let server: TestServer;
let agent: Caller;
let loanId = 0;
let other: { database: Database; end(): Promise<void> };
const open: pg.PoolClient[] = [];
beforeAll(async () => {
  ({ server, agent } = await bootTeam());
  loanId = await addLoan(server, agent.id);
  other = await emptyDatabase();
});
afterAll(async () => {
  for (const client of open) client.release(true);
  await other.end();
  await server.stop();
});

const changes = (since: string) => agent.call(sync.changes, { since });
/** An open writing transaction. */
async function begun(database: Database): Promise<pg.PoolClient> {
  const client = await database.connect();
  open.push(client);
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}
async function over(client: pg.PoolClient): Promise<void> {
  await client.query('commit');
  open.splice(open.indexOf(client), 1);
  client.release();
}
const owes = async (amount: number, by: Pick<pg.PoolClient, 'query'>): Promise<unknown> =>
  by.query('update loans set total_outstanding = $1 where id = $2', [amount, loanId]);
const directly = async (amount: number): Promise<void> => {
  await server.database.run(sql`update loans set total_outstanding = ${amount} where id = ${loanId}`);
};

test('an open transaction in another database delays nothing', async () => {
  let { cursor } = await agent.call(sync.changes, {});
  const foreign = await begun(other.database);
  await directly(700);
  let told: unknown;
  const ask = async (): Promise<unknown> => {
    const answer = await changes(cursor);
    expect(answer.isWhole).toBe(false);
    cursor = answer.cursor;
    return (told = answer.loans.find(({ id }) => id === loanId)?.totalOutstanding ?? told);
  };
  // The server's transactions may be open briefly.
  await expect.poll(ask).toBe(7);
  await untilSealed(server.database);
  await over(foreign);
  // Right after it finished its database is unclear: the phone's position is unchanged.
  expect(await changes(cursor)).toMatchObject({ isWhole: false });
});

test('a role without access to other sessions gets the same horizon', async () => {
  const here = await emptyDatabase();
  const foreign = await begun(other.database);
  // A later, finished transaction: only then is there a decision beyond the open one.
  await here.database.run(sql`select pg_current_xact_id()`);
  const client = await here.database.connect();
  await client.query('begin');
  await client.query('create role reads_nothing');
  await client.query('set role reads_nothing');
  const { rows } = await client.query<{ isPast: boolean }>(
    `select decided_before() > pg_snapshot_xmin(pg_current_snapshot()) as "isPast"`,
  );
  await client.query('rollback');
  client.release();
  await over(foreign);
  await here.end();
  expect(rows).toEqual([{ isPast: true }]);
});

test('in any order of transactions here and elsewhere a phone misses nothing, restarts never, and is delayed by its database alone', async () => {
  const step = fc.record({
    what: fc.constantFrom('begins', 'writes', 'ends', 'asks'),
    who: fc.nat({ max: 2 }),
    isOurs: fc.boolean(),
  });
  let amount = 1000;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const here = new Map<string, pg.PoolClient>();
      let { cursor } = await agent.call(sync.changes, {});
      let told: number | undefined;
      let written = 0;
      const ask = async (): Promise<void> => {
        const answer = await changes(cursor);
        expect(answer.isWhole).toBe(false);
        cursor = answer.cursor;
        told = answer.loans.find(({ id }) => id === loanId)?.totalOutstanding ?? told;
      };
      const end = async (name: string, client: pg.PoolClient): Promise<void> => {
        here.delete(name);
        await over(client);
      };
      for (const { what, who, isOurs } of steps) {
        const name = `${isOurs}${who}`;
        const client = here.get(name);
        if (what === 'begins' && !client)
          here.set(name, await begun(isOurs ? server.database : other.database));
        // Its id is lower than those of transactions since.
        if (what === 'writes' && client && isOurs) {
          written = amount += 100;
          await owes(amount, client);
          await ask();
          await end(name, client);
        }
        if (what === 'ends' && client) await end(name, client);
        if (what === 'asks') await ask();
      }
      for (const [name, client] of here) if (name.startsWith('true')) await end(name, client);
      // Other transactions continue, of this test and parallel ones.
      if (written > 0) await expect.poll(async () => (await ask(), told)).toBe(written / 100);
      for (const [name, client] of here) await end(name, client);
    }),
    { numRuns: 40 },
  );
});
