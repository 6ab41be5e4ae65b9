import { afterAll, beforeAll, expect, test } from 'vitest';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { deliver, ended, errorsOf, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
let agent: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_payments_file', 'upload_communications_file', 'list_payment');
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id, is_dnc, total_outstanding)
    select n, 1, 1, person.id, 'Y' || n, case when n <> 4 then (9876500000 + n)::text end, case when n = 1 then ${agent.id}::bigint end,
      n = 5, 500000 from person, generate_series(1, 9) n`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source)
    values (1, ${agent.id}, 'Txn-Told', 50000, date '2026-01-05', false, 'DISPOSITION')`,
  );
});
afterAll(() => server.stop());

const loan = (id: number) =>
  server.database.one(sql`select payment_status as status, payment_history_status as history,
    latest_realize_payment_amount as paise, latest_realize_payment_date as day from loans where id = ${id}`);
const kept = () =>
  server.database.one(sql`select (select md5(string_agg(p::text, '' order by id)) from payments p) as paid,
    (select md5(string_agg(l::text, '' order by id)) from loans l) as loans`);
const began = Date.now();
const day = (back: number): string => businessDay(new Date(began - back * 86_400_000));

test("a payment file confirms agents' reports and adds the remainder; resent it changes nothing", async () => {
  const body = [
    'Loan No,UTR,Paid Amount,Paid On,Mode',
    'Y1,TXN-TOLD,"₹ 1,000.50",06-01-2026,Bank',
    `Y2,T2,50,${day(0)},`,
    'Y2,T3,2000,05/03/2025,PhonePe',
    'Y3,T9,300,2026-01-05,',
    'Y3,t9,300,2026-01-05,',
    'Y3,T4,0,2026-01-05,',
    'Y3,T5,-5,2026-01-05,',
    'Y3,,5,2026-01-05,',
    `Y3,T6,5,${day(-3)},`,
    'Y3,T7,5,2026-02-30,',
    'NONE,T8,5,2026-01-05,',
  ].join('\r\n');
  const job = await send(admin, 'PAYMENT_FILE', body);
  expect(job).toMatchObject({
    status: 'completed',
    totalRecords: 11,
    correctRecords: 4,
    incorrectRecords: 7,
    existLoansCount: 4,
    newLoansCount: 0,
  });
  expect((await errorsOf(admin, job)).map((line) => line.split(',').slice(0, 3).join())).toEqual([
    '6,"TRANSACTION ID","duplicate transaction in file"',
    '7,"AMOUNT","amount is nought"',
    '8,"AMOUNT","negative amount"',
    '9,"TRANSACTION ID","transaction id missing"',
    '10,"PAYMENT DATE","date in the future"',
    '11,"PAYMENT DATE","date does not exist"',
    '12,"LOAN NUMBER","loan unknown"',
  ]);
  const told = await server.database.one(
    sql`select transaction_id as number, amount, payment_date as day, realized, source, user_id as who from payments where loan_id = 1`,
  );
  expect(told).toEqual({
    number: 'Txn-Told',
    amount: 100_050,
    day: '2026-01-06',
    realized: true,
    source: 'DISPOSITION',
    who: agent.id,
  });
  expect((await agent.call(payments.months, { loanId: 1 })).rows).toEqual([
    { month: 1, year: 2026, realizedPaymentAmount: 1000.5, unrealizedPaymentAmount: 0 },
  ]);
  expect(await loan(1)).toMatchObject({ status: 'Partially Paid', paise: 100_050, day: '2026-01-06' });
  expect(await loan(2)).toMatchObject({ status: 'Amt < 100', paise: 5000, day: day(0) });
  expect(await loan(9)).toEqual({ status: 'Unpaid', history: null, paise: null, day: null });
  const before = await kept();
  expect(await send(admin, 'PAYMENT_FILE', body)).toMatchObject({ correctRecords: 4 });
  expect(await kept()).toEqual(before);
});

test("a reported or online payment in a file under the bank's number is reviewed, and included once", async () => {
  const today = day(0);
  await server.database.run(sql`
    insert into payment_accounts (id, client_id, name) values (1, 1, 'Asha')`);
  await server.database.run(sql`
    insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, state, receipt_code)
    values ('online', 7, 1, 'PAYMENT_LINK', 'sandbox', 50000, 'success', 'receipt')`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, attempt_id)
    values (6, ${agent.id}, 'TOLD-6', 70000, ${today}, false, 'DISPOSITION', null),
      (7, null, 'GATEWAY-7', 50000, ${today}, true, 'PAYMENT_LINK', 'online'),
      (8, ${agent.id}, 'TOLD-8', 30000, ${today}, false, 'DISPOSITION', null)`,
  );
  // The last loan paid the same amount twice, and both are named: they are two.
  const body = [
    'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE,PAYMENT MODE',
    `Y6,BANK-6,700,${day(1)},Bank`,
    `Y7,BANK-7,500,${today},Bank`,
    `Y8,TOLD-8,300,${today},Bank`,
    `Y8,BANK-8,300,${today},Bank`,
  ].join('\r\n');
  const rowsNow = () =>
    server.database.rows<{ loan: number; number: string; told: string | null }>(sql`
      select loan_id as loan, transaction_id as number, told_transaction_id as told from payments
      where loan_id in (6, 7, 8) and realized and status = 'success' order by loan_id, id`);
  expect(await send(admin, 'PAYMENT_FILE', body)).toMatchObject({ correctRecords: 4 });
  // Only a number identifies duplicates: the others are reviewed.
  expect(await rowsNow()).toEqual([
    { loan: 7, number: 'GATEWAY-7', told: null },
    { loan: 8, number: 'TOLD-8', told: null },
    { loan: 8, number: 'BANK-8', told: null },
  ]);
  const held = await admin.call(payments.held, {});
  expect(
    held.rows.map(({ loanNumber, transactionId, reason, beside }) => [
      loanNumber,
      transactionId,
      reason,
      beside[0]?.transactionId,
    ]),
  ).toEqual([
    ['Y7', 'BANK-7', 'may-be-same', 'GATEWAY-7'],
    ['Y6', 'BANK-6', 'may-be-same', 'TOLD-6'],
  ]);
  for (const { id } of held.rows) await admin.call(payments.decide, { id, decision: 'same' });
  const once = await rowsNow();
  expect(once).toEqual([
    { loan: 6, number: 'TOLD-6', told: 'BANK-6' },
    { loan: 7, number: 'GATEWAY-7', told: 'BANK-7' },
    { loan: 8, number: 'TOLD-8', told: null },
    { loan: 8, number: 'BANK-8', told: null },
  ]);
  const before = await kept();
  await send(admin, 'PAYMENT_FILE', body);
  expect(await rowsNow()).toEqual(once);
  expect(await kept()).toEqual(before);
});

test('a message file is stored for its loans and shown in the profile before it is sent', async () => {
  const body = [
    'LOAN NUMBER,CHANNEL,MOBILE,MESSAGE',
    'Y1,sms,,Please call us',
    'Y1,WhatsApp,98111 11111,Please call us',
    'Y1,IVR,,',
    'Y1,SMS,,Please call us',
    'Y2,RCS,,',
    'Y2,Telegram,,Hello',
    'Y4,SMS,,Hello',
    'Y5,SMS,,Hello',
  ].join('\n');
  const job = await send(admin, 'IMPORT_MESSAGE_FILE', body);
  expect(job).toMatchObject({ status: 'completed', correctRecords: 3, incorrectRecords: 5 });
  expect((await errorsOf(admin, job)).map((line) => line.split(',').slice(0, 3).join())).toEqual([
    '5,"MESSAGE","duplicate message in file"',
    '6,"MESSAGE","message missing"',
    '7,"CHANNEL","channel not understood"',
    '8,"MOBILE","mobile missing"',
    '9,"LOAN NUMBER","do not call"',
  ]);
  const { rows, count } = await agent.call(communications.history, { loanId: 1 });
  expect(count).toBe(3);
  expect(rows.map(({ channel, mobile, message, status }) => [channel, mobile, message, status])).toEqual([
    ['ivr', 'XXXXXX0001', null, 'stored'],
    ['whatsApp', 'XXXXXX1111', 'Please call us', 'stored'],
    ['sms', 'XXXXXX0001', 'Please call us', 'stored'],
  ]);
  await send(admin, 'IMPORT_MESSAGE_FILE', body);
  expect((await agent.call(communications.history, { loanId: 1 })).count).toBe(3);
});

test('messages and payments of a loan are seen by who sees the loan', async () => {
  const other = await server.person({ roleType: 'agent' });
  expect((await refusal(other.call(communications.history, { loanId: 1 }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(other.call(payments.months, { loanId: 1 }))).body.code).toBe('NOT_FOUND');
});

test('a credit is received money, and a debit is not', async () => {
  const job = await send(
    admin,
    'PAYMENT_FILE',
    ['Loan No,UTR,Paid Amount,Paid On', `Y6,CR1,500 Cr,${day(1)}`, `Y6,DR1,600 Dr,${day(1)}`].join('\n'),
  );
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 1 });
  expect((await errorsOf(admin, job))[0]).toContain('"a debit, not a payment"');
  const paid = await server.database.rows(
    sql`select amount from payments where transaction_id in ('CR1', 'DR1')`,
  );
  expect(paid).toEqual([{ amount: 50_000 }]);
});

test('a payment under a similar number is in suspense, and one of another day or sum is included', async () => {
  const head = 'Loan No,UTR,Paid Amount,Paid On';
  await send(
    admin,
    'PAYMENT_FILE',
    [
      head,
      `Y8,012345678905,50,${day(3)}`,
      `Y8,1234567890123456,60,${day(3)}`,
      `Y8,SBIN-00123,70,${day(3)}`,
    ].join('\r\n'),
  );
  const again = await send(
    admin,
    'PAYMENT_FILE',
    [
      head,
      `Y8,12345678905,50,${day(2)}`,
      `Y8,1234567890123450,60,${day(3)}`,
      `Y8,SBIN/123,70,${day(3)}`,
      `Y8,0012345678905,51,${day(2)}`,
      `Y8,1234567890123457,60,${day(3)}`,
    ].join('\r\n'),
  );
  expect(again).toMatchObject({ correctRecords: 5, heldRecords: 3 });
  const rows = await server.database.rows(
    sql`select transaction_id as number, held_for as why from payments where loan_id = 8 and status = 'held' order by amount`,
  );
  expect(rows).toEqual([
    { number: '12345678905', why: 'may-be-same' },
    { number: '1234567890123450', why: 'may-be-same' },
    { number: 'SBIN/123', why: 'may-be-same' },
  ]);
});

test('the second of two payments in a file under similar numbers is in suspense', async () => {
  const rows = [`Y9,4100012345,50,${day(3)}`, `Y9,004100012345,50,${day(3)}`, `Y9,4100012346,50,${day(3)}`];
  const body = ['Loan No,UTR,Paid Amount,Paid On', ...rows, `Y9,0004100012345,55,${day(3)}`].join('\r\n');
  const job = await send(admin, 'PAYMENT_FILE', body);
  expect(job).toMatchObject({ correctRecords: 4, heldRecords: 1 });
  const ledger = () =>
    server.database.rows<{ number: string; status: string; why: string | null }>(
      sql`select transaction_id as number, status, held_for as why from payments where loan_id = 9 order by id`,
    );
  const found = await ledger();
  expect(found.filter(({ status }) => status === 'held')).toEqual([
    { number: '004100012345', status: 'held', why: 'may-be-same' },
  ]);
  expect(found).toHaveLength(4);
  await send(admin, 'PAYMENT_FILE', body);
  expect(await ledger()).toEqual(found);
});

test('a check of payments reports existing and suspense ones, and changes nothing', async () => {
  const head = 'Loan No,UTR,Paid Amount,Paid On';
  const known = [`Y6,5100012345,50,${day(3)}`, `Y6,5100012346,60,${day(3)}`];
  await send(admin, 'PAYMENT_FILE', [head, ...known].join('\r\n'));
  const body = [head, ...known, `Y6,005100012345,50,${day(3)}`, `Y6,5100012399,70,${day(3)}`].join('\r\n');
  const before = await kept();
  const fileKey = await deliver(admin, body);
  const to = { type: 'PAYMENT_FILE', clientId: 1, portfolioId: 1 } as const;
  const made = await admin.call(files.parse, { fileKey, ...to, isDryRun: true });
  const job = await ended(admin, made.id);
  const counts = { correctRecords: 4, knownPaymentsCount: 2, paymentsToHoldCount: 1, heldRecords: 0 };
  expect(job).toMatchObject({ status: 'completed', isDryRun: true, ...counts });
  expect(await kept()).toEqual(before);
  await admin.call(files.apply, { id: String(job.id) });
  expect(await ended(admin, job.id)).toMatchObject({ heldRecords: 1, knownPaymentsCount: null });
  expect(
    await server.database.one(
      sql`select count(*)::int as n from payments where transaction_id ~ '^0*51000123' and status = 'success'`,
    ),
  ).toEqual({ n: 3 });
});
