/** Field data of a cached loan: dues, holds, newest timeline items, and visibility. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { writeAndStamp } from '../../src/contexts/loans/server/stamp.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const patience = { timeout: 60_000, interval: 20 };
let server: TestServer;
let agent: Caller;
let loanId = 0;
let reasonId = 0;
beforeAll(async () => {
  server = await boot();
  agent = await server.person({ roleType: 'agent' });
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, alternate_contact1, emi_amount,
      unpaid_emi_amount, dpd, principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'DF-1', ${agent.id}, '9876543210', '9876543211', 501600, 10032000, 598, 3000000, 3204400 from b returning id`);
  loanId = made?.id ?? 0;
  await server.database.run(sql`insert into loan_participants (loan_id, type, name, mobile) values
    (${loanId}, 'CoApplicant', 'Ravi Rao', '9876543212'), (${loanId}, 'Reference', 'A Neighbour', '9876543213'),
    (${loanId}, 'Guarantor', 'Not To Be Called', '9876543214')`);
  await server.database.run(
    sql`insert into dnc_numbers (loan_id, mobile, status) values (${loanId}, '9876543214', 'active')`,
  );
  const reason = await server.database.one<{ id: number }>(sql`
    insert into compliance_rules (kind, name, hold_days, from_day) values ('hold', 'Death in the family', 14, '2020-01-01') returning id`);
  reasonId = reason?.id ?? 0;
});
afterAll(() => server.stop());

const kept = async () => {
  const { loans } = await agent.call(sync.changes, {});
  return loans.find(({ id }) => id === loanId);
};

test('the cached loan has EMI, overdue, DPD and the numbers that may be called, none of a reference', async () => {
  expect(await kept()).toMatchObject({ emiAmount: 5016, unpaidEmiAmount: 100_320, dpd: 598, holds: [] });
  const numbers = (await kept())?.numbers;
  expect(numbers?.map(({ name, mobile }) => [name, mobile])).toEqual([
    [null, 'XXXXXX3210'],
    [null, 'XXXXXX3211'],
    ['Ravi Rao', 'XXXXXX3212'],
  ]);
});

test('the cached loan has at most five timeline items, with long numbers masked', async () => {
  for (let n = 1; n <= 6; n += 1)
    await agent.call(borrowerDispositions.record, {
      loanId,
      dispositionId: 2,
      followUpDate: new Date(Date.now() + n * 3_600_000).toISOString(),
      comments: `Call ${n}, son is 9812345678`,
    });
  const timeline = (await kept())?.timeline ?? [];
  expect(timeline).toHaveLength(5);
  expect(timeline[0]?.note).toBe('Call 6, son is XXXXXX5678');
});

test('a hold and its release reach the phone with the next changes', async () => {
  let { cursor } = await agent.call(sync.changes, {});
  const next = async () => {
    const answer = await agent.call(sync.changes, { since: cursor });
    ({ cursor } = answer);
    return answer.loans.at(-1)?.holds.map(({ reason }) => reason);
  };
  await expect.poll(next, patience).toBeUndefined();
  await agent.call(loanHolds.place, { loanId, reasonId });
  await expect.poll(next, patience).toEqual(['Death in the family']);
  await writeAndStamp(server.database, sql`update loan_holds set ended_at = now() where loan_id = ${loanId}`);
  await expect.poll(next, patience).toEqual([]);
});
