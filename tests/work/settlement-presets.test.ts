/** What a sub-disposition states of a settlement and its instalments agree, whichever client sends them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '../../src/contexts/lenders/contract/dispositions.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);
const day = (n: number): string => businessDay(days(n));

let server: TestServer;
let agent: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot();
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`insert into dispositions (id, name, type, parent_id, priority) values
    (331, 'One Time', 'subDisposition', 3, 1), (332, 'In Instalments', 'subDisposition', 3, 2)`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, max_settlement_amount,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'SP-' || b.id, ${agent.id}, '9876543210', 4000000, 8000000, 8000000 from b returning id`);
  loanId = made?.id ?? 0;
});

const settle = (subDispositionId: number, parts: number) =>
  agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: dispositionIds.FinalSettlement,
    subDispositionId,
    amount: 3000,
    settlementDate: day(3),
    followUpDate: days(2).toISOString(),
    ...(parts > 1 && {
      instalments: Array.from({ length: parts }, (_, n) => ({
        dueOn: day(3 + n * 30),
        amount: 3000 / parts,
      })),
    }),
  });
const written = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*)::int as n from borrower_dispositions where loan_id = ${loanId}`,
    )
  )?.n ?? 0;

test('a one-time settlement with three instalments is rejected and nothing is recorded', async () => {
  const { status, body } = await refusal(settle(331, 3));
  expect([status, body.code]).toEqual([422, 'ONE_TIME_SETTLEMENT']);
  expect(await written()).toBe(0);
});

test('an instalment settlement without a schedule is rejected with what to add', async () => {
  const { status, body } = await refusal(settle(332, 1));
  expect([status, body.code]).toEqual([422, 'INSTALMENTS_MISSING']);
  expect(body.message).toMatch(/at least two/);
  expect(await written()).toBe(0);
});

test.each([
  [331, 1],
  [332, 3],
])('sub-disposition %i with %i instalments is recorded', async (sub, parts) => {
  await settle(sub, parts);
  expect(await written()).toBe(1);
});
