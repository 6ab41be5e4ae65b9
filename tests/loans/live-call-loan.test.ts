/** An agent in a call about another agent's loan sees of it what its profile shows, for as long as the call is at hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let owner: Caller;
let caller: Caller;
beforeAll(async () => {
  server = await boot();
  owner = await server.person({ roleType: 'agent' });
  caller = await server.person({ roleType: 'agent' });
  const { database } = server;
  await database.run(
    sql`insert into borrowers (id, client_id, name, email, pan) values (1, 1, 'Imran Lepcha', '', '')`,
  );
  await database.run(sql`
    insert into campaigns (id, name, campaign_type, max_ratio, client_id) values (1, 'Calls', 'predictive', 3, 1)
    on conflict do nothing`);
  await database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, campaign_id)
    values (1, 1, 1, 1, 'LN-1', ${owner.id}, '9876541001', 1), (2, 1, 1, 1, 'LN-2', ${owner.id}, '9876541001', 1),
      (3, 1, 1, 1, 'LN-3', ${caller.id}, '9876541001', 1)`);
});
afterAll(() => server.stop());

const answered = () =>
  server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, direction, mode, phone, claimed_at, due_at, user_id)
    values (1, 1, 'outbound', 'predictive', '9876541001', now(), now() + interval '1 minute', ${caller.id})`);

test("an agent in a call about another agent's loan can read its holds, links and the borrower's assigned loans", async () => {
  expect((await refusal(caller.call(loanHolds.list, { loanId: 1 }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(caller.call(loans.one, { id: '1' }))).body.code).toBe('NOT_FOUND');
  const [reason] = await owner.call(loanHolds.reasons, { loanId: 1 });
  await owner.call(loanHolds.place, { loanId: 1, reasonId: reason?.id ?? 0 });
  await answered();
  expect(await caller.call(loanHolds.list, { loanId: 1 })).toMatchObject([{ isNow: true }]);
  expect(await caller.call(loanHolds.reasons, { loanId: 1 })).not.toEqual([]);
  expect(await caller.call(paymentLinks.ofLoan, { loanId: 1 })).toEqual([]);
  const seen = (await caller.call(loans.ofBorrower, { id: '1' }))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
  expect(seen).toEqual([1, 3]);
  // Another loan of the same borrower is no part of the call.
  expect((await refusal(caller.call(loanHolds.list, { loanId: 2 }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(caller.call(loans.one, { id: '2' }))).body.code).toBe('NOT_FOUND');
});

test('an empty e-mail address or PAN of a borrower is not shown as a masked one', async () => {
  expect(await owner.call(loans.borrower, { id: '1' })).toMatchObject({ email: null, pan: null });
});
