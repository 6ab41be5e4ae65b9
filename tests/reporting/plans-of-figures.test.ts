/** Look-ups of dashboard figures: by owner, and without per-row recomputation of constants. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '../../src/app/contract.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { notingReads } from '../statements.ts';

let asked: Fragment[] = [];
const through = notingReads((fragment) => asked.push(fragment));

let server: TestServer;
let client: pg.PoolClient;
let callers: Caller[];
beforeAll(async () => {
  server = await boot({ demo: true, through });
  callers = [await server.demo('agent'), await server.demo('lead')];
  client = await server.database.connect();
  // Small tables are read from end to end otherwise.
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off');
  await server.database.run(sql`
    insert into month_ends (month, taken_at) select (date_trunc('month', now()) - make_interval(months => n))::date, now()
    from generate_series(1, 2) n on conflict do nothing`);
});
afterAll(async () => {
  client.release();
  await server.stop();
});

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value as number));
};
async function planOf(fragment: Fragment): Promise<string> {
  const { text, values } = compile(fragment);
  await client.query('set plan_cache_mode = force_custom_plan');
  await client.query(`prepare looked as ${text}`);
  const given = values.length ? `(${values.map(literal).join(', ')})` : '';
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (verbose) execute looked${given}`);
  await client.query('deallocate looked');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
async function plansOf(who: Caller, path: string): Promise<string[]> {
  asked = [];
  const answer = await who.fetch(`/api${path}`);
  if (!answer.ok) return [];
  const plans = [];
  for (const one of asked) if (!compile(one).text.includes('token_hash')) plans.push(await planOf(one));
  return plans;
}

const cards = allEndpoints()
  .filter(({ method, path, takes }) => method === 'GET' && takes.safeParse({}).success && !path.includes(':'))
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/dashboard/') || path.startsWith('/loan-stats/'));

test.each(cards)('%s does not recompute the first of the month for each row', async (path) => {
  for (const who of callers)
    for (const plan of await plansOf(who, path)) expect(plan).not.toMatch(/date_trunc\('month'::text, \('\d/);
});

test.each(['/dashboard/charts/rolls', '/dashboard/charts/rolls/loans'])(
  "%s reads loan snapshots of the caller's team",
  async (path) => {
    // Of months that are not summed yet; of the others none is read.
    await server.database.run(sql`update month_ends set is_summed = false`);
    for (const who of callers) {
      const found =
        (await plansOf(who, path))
          .join('\n')
          .match(/on public\.loan_month_ends .*\n.*Output: .*\n.*Index Cond: .*/g) ?? [];
      expect(found).toHaveLength(1);
      for (const one of found) expect(one).toContain('loan_id = l');
    }
  },
);

test('answers to messages are found without the others of the month', async () => {
  await client.query('analyze messages; set enable_bitmapscan = off');
  const plans = await plansOf(await server.demo('admin'), '/reports/communication-response-summary-report');
  await client.query('reset enable_bitmapscan');
  expect(plans.join()).toMatch(/Index Only Scan using messages_answered/);
});
