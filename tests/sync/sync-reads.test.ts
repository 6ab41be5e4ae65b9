/** What a phone's question costs: as much as has changed, not as much as its owner has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const asked: Fragment[] = [];
const through = (database: Database): Database => ({
  ...database,
  async checkoutReader() {
    const { tx, release } = await database.checkoutReader();
    const note = (query: Fragment): Fragment => {
      asked.push(query);
      return query;
    };
    return { tx: { ...tx, rows: (query) => tx.rows(note(query)) }, release };
  },
});

/** An open transaction anywhere in the cluster, even of another test, delays newer changes. */
const patience = { timeout: 120_000, interval: 20 };

const areDecided = async (): Promise<boolean | undefined> =>
  (
    await server.database.one<{ all: boolean }>(
      sql`select bool_and(changed_tx < pg_snapshot_xmin(pg_current_snapshot())) as all from loans`,
    )
  )?.all;

let server: TestServer;
let agent: Caller;
const book = 4000;
beforeAll(async () => {
  server = await boot({ through });
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) select 1, 'Asha' from generate_series(1, ${book}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    select 1, 1, id, 'S' || id, ${agent.id} from person`);
  await server.database.run(sql`analyze loans`);
});
afterAll(() => server.stop());

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
/** Rows of loans that were looked at. */
const looked = (plan: Plan): number =>
  (plan['Relation Name'] === 'loans'
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + looked(one), 0);

async function looksOf(query: Fragment): Promise<number> {
  const { text, values } = compile(query);
  const client = await server.database.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      [...values],
    );
    return looked(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan);
  } finally {
    client.release();
  }
}

test('where nothing changed, no loan is looked at; where one did, that one', async () => {
  // Until then a recent write is undecided, and would be repeated later.
  await expect.poll(areDecided, patience).toBe(true);
  const { cursor: since } = await agent.call(sync.changes, {});
  let cursor = since;
  // Page by page, until the phone has all of them and nothing moves any more.
  await expect
    .poll(async () => {
      const answer = await agent.call(sync.changes, { since: cursor });
      cursor = answer.cursor;
      return answer.hasMore ? -1 : answer.loans.length;
    }, patience)
    .toBe(0);
  asked.length = 0;
  expect((await agent.call(sync.changes, { since: cursor })).loans).toEqual([]);
  const ofLoans = asked.filter(({ strings }) => strings.join('').includes('from loans l'));
  expect(ofLoans.length).toBeGreaterThan(0);
  for (const query of ofLoans) expect(await looksOf(query)).toBeLessThan(5);
  await server.database.run(sql`update loans set total_outstanding = 5 where loan_number = (
    select min(loan_number) from loans where assignee_id = ${agent.id})`);
  await expect
    .poll(async () => (await agent.call(sync.changes, { since: cursor })).loans.length, patience)
    .toBe(1);
}, 370_000);
