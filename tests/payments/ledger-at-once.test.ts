/** Six workers change the payments of one loan at the same time: the ledger agrees with them and balances. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToldState } from '../../src/contexts/payments/contract/pay/order-states.ts';
import {
  followNews,
  restoreByPerson,
  takeBackByPerson,
} from '../../src/contexts/payments/server/orders/apply-status.ts';
import {
  insertPayment,
  withdrawPayment,
} from '../../src/contexts/payments/server/orders/reported-payments.ts';
import { receive } from '../../src/contexts/payments/server/payment-file/receive.ts';
import { type Tx, sqlState } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

const now = new Date('2026-11-20T06:30:00Z');
const day = '2026-11-19';
const orders = 12;
const DEADLOCK = '40P01';
let server: TestServer;
let loanId = 0;
let agentId = 0;
let jobId = 0;
beforeAll(async () => {
  server = await boot();
  const { database } = server;
  agentId = (await server.person({ roleType: 'agent' })).id;
  await database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const made = await database.one<{ loanId: number; jobId: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, payment_account_id, total_outstanding)
      select 1, 1, b.id, 'AT-ONCE', ${agentId}, 1, 90000000 from b returning id),
    j as (insert into file_jobs (type, client_id, portfolio_id, created_by, status)
      values ('PAYMENT_FILE', 1, 1, ${agentId}, 'completed') returning id)
    select l.id as "loanId", j.id as "jobId" from l, j`);
  loanId = made?.loanId ?? 0;
  jobId = made?.jobId ?? 0;
  await database.run(sql`
    insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, receipt_code)
    select 'order' || n, ${loanId}, 1, 'PAYMENT_LINK', 'payu', 50000 + 100 * n, 'order' || n from generate_series(1, ${orders}) n`);
});
afterAll(() => server.stop());

const notify = () => Promise.resolve();
/** One transaction, repeated where PostgreSQL ended a deadlock, as phones and gateways do. */
async function act(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  try {
    await server.database.transaction(work);
  } catch (error) {
    if (sqlState(error) !== DEADLOCK) throw error;
    await act(work);
  }
}
/** With the loan locked first, as dispositions and files do. */
const actOnLoan = (work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  act(async (tx) => {
    await tx.run(sql`select from loans where id = ${loanId} for no key update`);
    await work(tx);
  });
const amountOf = (n: number): number => 50_000 + 100 * n;
const reported = (state: ToldState, n: number, refunded?: number) =>
  act((tx) =>
    followNews(
      tx,
      { name: 'payu', merchant: 'asha' },
      {
        attemptId: `order${n}`,
        reference: `M${n}`,
        merchant: 'asha',
        currency: 'INR',
        amount: amountOf(n),
        state,
        message: '',
        ...(refunded !== undefined && { refunded }),
      },
      { now, notify, body: '' },
    ),
  );
const filed = (number: string, amount: number) =>
  actOnLoan((tx) =>
    receive(
      tx,
      sql`select id as loan_id, mobile as own, assignee_id, 1 as n,
        ${JSON.stringify({ transactionId: number, amount, paymentDate: day, paymentMode: 'UPI' })}::jsonb as row
        from loans where id = ${loanId}`,
      { userId: agentId, jobId, remember: () => Promise.resolve() },
    ),
  );
const claimed = (number: string, amount: number) =>
  actOnLoan((tx) =>
    insertPayment(tx, {
      loan: { id: loanId },
      userId: agentId,
      transactionId: number,
      paymentMode: 'UPI',
      amount,
      paymentDate: day,
    }),
  );
const withdrawn = (number: string) =>
  actOnLoan((tx) =>
    withdrawPayment(
      tx,
      { id: 0, transactionId: number },
      { loan: { id: loanId }, transactionId: null, paymentMode: null },
    ),
  );

test('six workers pay, reverse, restore, refund, file and withdraw at once: the ledger balances', async () => {
  const each = async (work: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 1; n <= orders; n += 1) await work(n);
  };
  await Promise.all([
    each((n) => reported('success', n)),
    each((n) => reported(n % 3 === 0 ? 'reversed' : 'success', n)),
    each((n) => act((tx) => takeBackByPerson(tx, `order${n}`, { now, notify }))),
    each(async (n) => {
      await act((tx) => restoreByPerson(tx, `order${n}`, { now, notify }));
      await reported('success', n, 5_000);
    }),
    each((n) => filed(`M${n}`, amountOf(n) + (n % 2) * 700)),
    each(async (n) => {
      await claimed(n % 2 ? `M${n}` : `C${n}`, amountOf(n));
      await withdrawn(`C${n}`);
    }),
  ]);
  const { database } = server;
  const posted = await database.rows<{ reason: string }>(
    sql`select distinct reason from postings order by 1`,
  );
  expect(posted.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['received', 'reversed', 'withdrawn']),
  );
  expect(await database.rows(sql`select * from ledger_differences`)).toEqual([]);
  const balances = await database.rows<{ account: string; amount: number }>(sql`
    select k.account, sum(k.n * p.amount)::bigint as amount from postings p
      cross join lateral (values (p.from_account, -1), (p.to_account, 1)) k (account, n) group by 1`);
  expect(balances.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  const collected = await database.one<{ amount: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount from payments where realized and status = 'success'`);
  const inAccounts = balances.filter(({ account }) => account === 'gateway' || account === 'credited');
  expect(inAccounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(collected?.amount);
  expect(balances.filter(({ account, amount }) => account !== 'borrower' && amount < 0)).toEqual([]);
});
