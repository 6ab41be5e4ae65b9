/** Ledger screens: figures link to their rows, an agent reads a payment's trail, openings are pending. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { ledger } from '../../src/contexts/payments/contract/ledger.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const now = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let admin: Caller;
let agent: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.as('list_payment', 'upload_payments_file');
  agent = await server.person({ roleType: 'agent' });
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, total_outstanding)
    select 1, 1, b.id, 'SEEN-1', 'Asha Rao', ${agent.id}, 90000000 from b returning id`);
  loanId = loan?.id ?? 0;
  for (const [transactionId, amount] of [
    ['UTR-71', 1250],
    ['UTR-72', 800],
  ] as const)
    await agent.call(borrowerDispositions.record, {
      loanId,
      dispositionId: 4,
      amount,
      paymentDate: '2026-11-18',
      paymentMode: 'PhonePe',
      transactionId,
    });
  await send(
    admin,
    'PAYMENT_FILE',
    'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE,PAYMENT MODE\nSEEN-1,UTR-71,1250,2026-11-18,UPI\nSEEN-1,UTR-73,99,2026-10-02,UPI',
  );
});
afterAll(() => server.stop());

test('each figure of an account is the sum of the rows it opens', async () => {
  const { rows } = await admin.call(ledger.accounts, {});
  expect(rows.map(({ account, cameIn, left, lies }) => [account, cameIn, left, lies])).toEqual([
    ['claimed', 2050, 1250, 800],
    // Last month's receipts are included.
    ['credited', 1250, 0, 1349],
  ]);
  for (const { account, clientId, cameIn, left } of rows) {
    const opened = await admin.call(ledger.postings, { account, clientIds: [clientId ?? 0] as never });
    const sum = (side: 'from' | 'to'): number =>
      opened.rows.filter((row) => row[side] === account).reduce((all, { amount }) => all + amount, 0);
    expect([sum('to'), sum('from')]).toEqual([cameIn, left]);
    expect(opened.summary).toEqual({ cameIn, left });
  }
  // Equal by accounts, or by rows with other filters.
  for (const asked of [{}, { q: 'SEEN' }]) {
    const all = await admin.call(ledger.postings, asked);
    const came = all.rows.reduce((sum, { amount }) => sum + amount, 0);
    expect(all.summary).toEqual({ cameIn: came, left: 0 });
  }
  const october = { fromDate: '2026-10-01', toDate: '2026-10-31' };
  expect((await admin.call(ledger.accounts, october)).rows).toMatchObject([
    { account: 'credited', lies: 99 },
  ]);
  expect(await refusal(agent.call(ledger.accounts, {}))).toMatchObject({ body: { code: 'FORBIDDEN' } });
});

test('an agent reads what became of the money of their loan, and of no other', async () => {
  const rows = await agent.call(ledger.ofLoan, { loanId });
  const name = (
    await server.database.one<{ n: string }>(
      sql`select first_name || ' ' || last_name as n from users where id = ${agent.id}`,
    )
  )?.n;
  expect(
    rows
      .filter(({ transactionId }) => transactionId === 'UTR-71')
      .map((row) => [row.reason, row.amount, row.byName === name]),
  ).toEqual([
    ['claimed', 1250, true],
    ['credited', 1250, false],
  ]);
  const other = await server.person({ roleType: 'agent' });
  expect(await refusal(other.call(ledger.ofLoan, { loanId }))).toMatchObject({ body: { code: 'NOT_FOUND' } });
});

test('an opening is recreated until an administrator confirms it', async () => {
  const { database } = server;
  // Loaded without its posting.
  await database.run(sql`
    insert into payments (loan_id, amount, payment_date, realized, source) values (${loanId}, 4200, '2026-11-01', true, 'PAYMENT_FILE')`);
  await database.run(sql`select open_ledger()`);
  const openings = async () => (await admin.call(ledger.openings, {})).rows;
  const [first] = await openings();
  expect(first).toMatchObject({ payments: 1, amount: 42, confirmedAt: null });
  const { id } = await admin.call(ledger.remake, { id: first?.id ?? 0 });
  expect(await openings()).toMatchObject([{ id, payments: 1, amount: 42 }]);
  const unnoted = () => database.one<{ id: number | null }>(sql`select posting_unnoted() as id`);
  expect(await unnoted()).toEqual({ id: null });
  await admin.call(ledger.confirm, { id });
  // An event of the audit chain covers the postings of a confirmed opening.
  expect(await unnoted()).toEqual({ id: null });
  expect((await openings())[0]?.confirmedBy).not.toBeNull();
  expect(await refusal(admin.call(ledger.remake, { id }))).toMatchObject({ body: { code: 'NOT_FOUND' } });
  expect(await database.rows(sql`select * from ledger_differences`)).toEqual([]);
});
