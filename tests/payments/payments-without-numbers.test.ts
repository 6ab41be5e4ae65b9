/** Payment files without transaction numbers, and implausible payment days. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispositionIds } from '../../src/contexts/lenders/contract/dispositions.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let agent: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_payments_file', 'list_payment');
  agent = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());

const day = (back: number): string => businessDay(new Date(Date.now() - back * 86_400_000));
let made = 0;
/** A loan with ₹50,000 outstanding; `start` is the first instalment's day. */
async function loan(start: string | null = null): Promise<{ id: number; number: string }> {
  made += 1;
  const number = `WN${made}`;
  const row = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id, total_outstanding, emi_start_date)
    select 1, 1, b.id, ${number}, '9876500001', ${agent.id}, 5000000, ${start} from b returning id`);
  return { id: row?.id ?? 0, number };
}
const to = { clientId: 1, portfolioId: 1 };
const mapping = {
  columns: { loanNumber: 'Agreement', amount: 'Received', paymentDate: 'Value Date' },
  fixed: {},
  derived: ['transactionId'],
};
const plain = (rows: readonly string[]) =>
  send(admin, 'PAYMENT_FILE', ['Agreement,Value Date,Received', ...rows].join('\n'), { ...to, mapping });
const numbered = (rows: readonly string[]) =>
  send(admin, 'PAYMENT_FILE', ['LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT', ...rows].join('\n'));
const kept = (id: number) =>
  server.database.rows<{ amount: number; status: string; held: string | null; number: string }>(sql`
    select amount, status, held_for as held, transaction_id as number from payments where loan_id = ${id} order by amount desc, id`);

test('a file without transaction numbers is accepted once its uploader confirms it, and a second upload adds nothing', async () => {
  const [a, b] = [await loan(), await loan()];
  const rows = [
    `${a.number},${day(3)},1500`,
    `${a.number},${day(3)},1500`,
    `${b.number},${day(3)},1500`,
    `${a.number},${day(2)},700`,
  ];
  const refused = await send(admin, 'PAYMENT_FILE', ['Agreement,Value Date,Received', ...rows].join('\n'), {
    ...to,
    mapping: { ...mapping, derived: [] },
  });
  expect(refused).toMatchObject({ status: 'failed', errorMsg: expect.stringContaining('TRANSACTION ID') });
  const first = await plain(rows);
  expect(first).toMatchObject({
    status: 'completed',
    correctRecords: 4,
    heldRecords: 0,
    derivedColumns: ['transactionId'],
  });
  const paid = await kept(a.id);
  expect(paid.map(({ amount, status }) => [amount, status])).toEqual([
    [150_000, 'success'],
    [150_000, 'success'],
    [70_000, 'success'],
  ]);
  expect(new Set(paid.map(({ number }) => number)).size).toBe(3);
  for (const { number } of paid) expect(number).toMatch(/^DERIVED-/);
  const again = await plain(rows);
  expect(again).toMatchObject({ status: 'completed', correctRecords: 4, heldRecords: 0 });
  // One more of the same kind is a new payment.
  await plain([...rows, `${a.number},${day(3)},1500`]);
  expect([(await kept(a.id)).length, (await kept(b.id)).length]).toEqual([4, 1]);
});

test('one number for every row of a file is not accepted as transaction numbers', async () => {
  const { number, id } = await loan();
  const job = await send(
    admin,
    'PAYMENT_FILE',
    ['Agreement,Value Date,Received', `${number},${day(3)},1500`].join('\n'),
    { ...to, mapping: { ...mapping, derived: [], fixed: { transactionId: 'SAME' } } },
  );
  expect(job.status).toBe('failed');
  expect(await kept(id)).toEqual([]);
});

const reports = (loanId: number, more: object = {}) =>
  agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: dispositionIds.Payment,
    amount: 900,
    paymentDate: day(4),
    transactionId: `UTR${loanId}`,
    paymentMode: 'PhonePe',
    ...more,
  } as never);

test("a derived payment near an agent's report or a numbered payment is reviewed", async () => {
  const { id, number } = await loan();
  await reports(id);
  const job = await plain([`${number},${day(3)},900`]);
  expect(job.heldRecords).toBe(1);
  expect((await kept(id)).map(({ status, held }) => [status, held])).toEqual([
    ['success', null],
    ['held', 'may-be-same'],
  ]);
  for (const [one, two] of [
    [plain, numbered],
    [numbered, plain],
  ] as const) {
    const other = await loan();
    const withNumber = `${other.number},N${other.id},${day(3)},800`;
    const without = `${other.number},${day(3)},800`;
    await one([one === plain ? without : withNumber]);
    await two([two === plain ? without : withNumber]);
    expect((await kept(other.id)).map(({ status }) => status)).toEqual(['success', 'held']);
  }
});

test('a payment of 1999, or before the first instalment of its loan, is reviewed with its reason', async () => {
  const [old, young] = [await loan(), await loan(day(60))];
  await numbered([
    `${old.number},L1${old.id},01-01-1999,100`,
    `${old.number},L2${old.id},${day(729)},200`,
    `${young.number},L3${young.id},${day(61)},300`,
    `${young.number},L4${young.id},${day(60)},400`,
  ]);
  expect((await kept(old.id)).map(({ held }) => held)).toEqual([null, 'long-ago']);
  expect((await kept(young.id)).map(({ held }) => held)).toEqual([null, 'before-loan']);
  // Resent it is in suspense once.
  await numbered([`${old.number},L1${old.id},01-01-1999,100`]);
  const list = await admin.call(payments.held, { reason: 'long-ago', q: old.number });
  expect(list.rows).toHaveLength(1);
  const [row] = list.rows;
  await admin.call(payments.decide, { id: row?.id ?? 0, decision: 'count' });
  expect((await kept(old.id)).map(({ status }) => status)).toEqual(['success', 'success']);
  // Once decided, it is no question again.
  expect((await numbered([`${old.number},L1${old.id},01-01-1999,100`])).heldRecords).toBe(0);
});

test("an agent's report of an old payment is reviewed too", async () => {
  const { id } = await loan();
  await reports(id, { paymentDate: '1999-01-01' });
  expect(await kept(id)).toMatchObject([{ status: 'held', held: 'long-ago' }]);
});

test('the check of a file shows that transaction numbers are derived, and a corrected row leaves its neighbours’ numbers unchanged', async () => {
  const { id, number } = await loan();
  const rows = [`${number},bad,500`, `${number},${day(3)},500`];
  const job = await plain(rows);
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 1 });
  await admin.call(files.mend, {
    id: String(job.id),
    rows: [{ n: 2, key: 'paymentDate', was: 'bad', value: day(3) }],
  });
  await expect.poll(async () => (await kept(id)).length).toBe(2);
  expect(new Set((await kept(id)).map((row) => row.number)).size).toBe(2);
});
