/**
 * Random histories of claims, cash, files and undo, gateway events in any order, reversals, decisions, merges and
 * splits: after each step the books balance and agree with the payments; finally every rupee is included once, in any
 * order.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import type { Database, Tx } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { sumFaults } from '../reporting/sums.ts';
import { History, type Scene, type Truth, shuffled } from './ledger-histories.ts';

/** Parallel histories, so that none blocks a longer one. */
const atOnce = 4;
const orders = 2;
const runs = runsOf(8, 12_500);

let server: TestServer;
let scene: Scene;
let database: Database;
/** The product's statements, planned once per connection: replanning was a third of a history's cost. */
function planningOnce({ config, room }: Database): Database {
  const opened = openDatabase({ ...config, options: '-c plan_cache_mode=force_generic_plan' }, room);
  return { ...opened, planned: opened.rows };
}
beforeAll(async () => {
  server = await boot();
  database = planningOnce(server.database);
  const [agent, admin] = [await server.person({ roleType: 'agent' }), await server.as()];
  await database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const job = await database.one<{ id: number }>(sql`
    insert into file_jobs (type, client_id, portfolio_id, created_by, status) values ('PAYMENT_FILE', 1, 1, ${admin.id}, 'completed') returning id`);
  scene = { database, agentId: agent.id, adminId: admin.id, jobId: job?.id ?? 0 };
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const truth: fc.Arbitrary<Truth> = fc.record({
  kind: fc.constantFrom('cash', 'bank', 'online'),
  rupees: fc.constantFrom(500, 500, 700),
  ago: fc.integer({ min: 0, max: 4 }),
  claim: fc.constantFrom('no', 'own', 'other', 'withdrawn'),
  file: fc.constantFrom('no', 'own', 'other', 'wrong-first', 'undone'),
  end: fc.constantFrom('success', 'success', 'failure', 'reversed'),
});

interface Books {
  zero: number;
  differences: number;
  collected: number;
  claimed: number;
  held: number;
  reversed: number;
}
/** Account balances of a loan, compared with its payment rows. */
async function books(tx: Tx, loanId: number): Promise<{ ledger: Books; rows: Books; below: string[] }> {
  const row = await tx.one<{ ledger: Books; rows: Books; below: string[] }>(sql`
    with legs as (select k.account, sum(k.n * p.amount) as lies from postings p
        cross join lateral (values (p.from_account, -1), (p.to_account, 1)) k (account, n)
      where p.loan_id = ${loanId} group by 1),
    of as (select coalesce(sum(lies), 0) as zero,
        coalesce(sum(lies) filter (where account in ('gateway', 'credited')), 0) as collected,
        coalesce(sum(lies) filter (where account = 'claimed'), 0) as claimed,
        coalesce(sum(lies) filter (where account = 'held'), 0) as held,
        coalesce(sum(lies) filter (where account = 'reversed'), 0) as reversed from legs),
    said as (select coalesce(sum(amount) filter (where status = 'success' and realized), 0) as collected,
        coalesce(sum(amount) filter (where status = 'success' and not realized), 0) as claimed,
        coalesce(sum(amount) filter (where status = 'held'), 0) as held,
        coalesce(sum(amount) filter (where status = 'reversed'), 0) as reversed from payments where loan_id = ${loanId})
    select (select to_jsonb(of) || jsonb_build_object('differences',
        (select count(*) from ledger_differences where loan_id = ${loanId})) from of) as ledger,
      (select to_jsonb(said) || '{"zero": 0, "differences": 0}' from said) as rows,
      array(select account from legs where lies < 0 and account <> 'borrower') as below`);
  if (!row) throw new Error('no books');
  return row;
}

async function balanced(tx: Tx, history: History): Promise<Books> {
  const { ledger, rows, below } = await books(tx, history.loanId);
  expect({ ledger, below }).toEqual({ ledger: rows, below: [] });
  return ledger;
}

const sumOf = (truths: readonly Truth[], which: (t: Truth) => boolean): number =>
  truths.filter(which).reduce((all, { rupees }) => all + rupees * 100, 0);
const counts = (t: Truth): boolean => (t.kind === 'online' ? t.end === 'success' : t.file !== 'no');

/** In any order: included sums, by lender or gateway, and reversals. */
function holdsTheTruth({ claimed, ...end }: Books, truths: readonly Truth[]): void {
  expect(end).toEqual({
    collected: sumOf(truths, counts),
    reversed: sumOf(truths, (t) => t.kind === 'online' && t.end === 'reversed'),
    held: 0,
    zero: 0,
    differences: 0,
  });
  const unconfirmed = sumOf(truths, (t) => !counts(t) && t.kind !== 'online' && t.claim !== 'no');
  expect(claimed).toBeGreaterThanOrEqual(unconfirmed);
  // A claim under a separate number, once accepted by a user, is not reviewed again: it remains a claim.
  const underAnother = sumOf(truths, (t) => t.claim === 'other' && t.kind !== 'cash');
  expect(claimed).toBeLessThanOrEqual(unconfirmed + underAnother);
}

async function live(truths: readonly Truth[], order: number): Promise<Books> {
  const history = new History(scene, truths);
  await history.open();
  const check = (tx: Tx): Promise<Books> => balanced(tx, history);
  for (const step of shuffled(history.steps(), order)) await history.run(step, check);
  await history.decide(check);
  const end = await check(scene.database);
  await history.unmerge();
  await check(scene.database);
  await history.decide(check);
  expect(await check(scene.database)).toEqual(end);
  return end;
}

test(
  `${runs * atOnce * orders} histories: the books balance after each step, and no order loses or doubles a rupee`,
  { timeout: timeout * 6 },
  () =>
    Promise.all(
      Array.from({ length: atOnce }, (_, line) =>
        fc.assert(
          fc.asyncProperty(
            fc.array(truth, { minLength: 1, maxLength: 3 }),
            fc.array(fc.nat({ max: 1e9 }), { minLength: orders, maxLength: orders }),
            async (truths, seeds) => {
              for (const order of seeds) holdsTheTruth(await live(truths, order), truths);
            },
          ),
          { numRuns: runs, seed: seed + line, endOnFailure: true },
        ),
      ),
    ),
);

test('the histories covered their cases, and report totals equal those of the ledger', async () => {
  const reasons = await server.database.rows<{ reason: string }>(
    sql`select distinct reason from postings order by 1`,
  );
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'claimed',
    'corrected',
    'counted',
    'credited',
    'held',
    'received',
    'reversed',
    'same',
    'undone',
    'withdrawn',
  ]);
  expect(await sumFaults(server.database)).toEqual([]);
});
