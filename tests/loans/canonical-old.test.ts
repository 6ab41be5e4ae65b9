/** Numbers and names from before are read into their canonical form; twins stay and are listed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { canonicalLoans } from '../../src/contexts/loans/server/identity/canonical-old.ts';
import { canonicalPayments } from '../../src/contexts/payments/server/payment-file/canonical-old.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_borrower_collection', 'view_borrower_profile', 'list_payment');
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'José  D’Souza') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number)
    select 1, 1, person.id, number from person, unnest(array['="0091001"', '91002.0', '91002', '091003', '91003', '12E45']) number`);
  // As left by a previous server version.
  await server.database.run(sql`update loans set search_name = null`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, transaction_id, amount, payment_date, realized, source, mode)
    select l.id, number, 1000, date '2026-10-01', true, 'PAYMENT_FILE', 'Bank'
    from loans l, unnest(array['UTR 412345678901', '412345678901.0', 'SBIN0R1']) number where loan_number = '91002'`,
  );
});
afterAll(() => server.stop());

const context = { signal: new AbortController().signal, isLastTry: false, log: openLog('/dev/null') };
async function read(): Promise<void> {
  await canonicalLoans(server.database).run({}, context as never);
  await canonicalPayments(server.database).run({}, context as never);
}

test('numbers from before get their form, and those another row has stay and are listed', async () => {
  await read();
  await read();
  const rows = await server.database.rows(
    sql`select loan_number as number, loan_number_received as received from loans order by 1`,
  );
  expect(rows).toEqual([
    { number: '0091001', received: '="0091001"' },
    { number: '091003', received: null },
    { number: '12E45', received: null },
    { number: '91002', received: null },
    { number: '91002.0', received: null },
    { number: '91003', received: null },
  ]);
  const paid = await server.database.rows(
    sql`select transaction_id as number, transaction_id_received as received, status from payments order by id`,
  );
  expect(paid).toEqual([
    { number: '412345678901', received: 'UTR 412345678901', status: 'success' },
    { number: '412345678901.0', received: null, status: 'success' },
    { number: 'SBIN0R1', received: null, status: 'success' },
  ]);
  const twins = await admin.call(loans.twins, {});
  expect(
    twins.rows.map(({ kind, written, canonical }) => `${kind} ${written} ${canonical}`).toSorted(),
  ).toEqual([
    'loan 91002.0 91002',
    'near-loan 91002 91002.0',
    'near-loan 91003 091003',
    'payment 412345678901.0 412345678901',
  ]);
  expect((await admin.call(loans.list, { q: 'dsouza jose' })).count).toBe(6);
});

test('twins show both loans, and a pair that was checked is not listed again', async () => {
  const { rows } = await admin.call(loans.twins, { kind: 'near-loan', q: '91003' });
  expect(rows).toMatchObject([
    {
      row: { loanNumber: '91003', name: 'José  D’Souza', isActive: true, totalOutstanding: 0 },
      other: { loanNumber: '091003' },
    },
  ]);
  expect((await admin.call(loans.twins, { part: 'count' })).count).toBe(4);
  await admin.call(loans.twinsChecked, { id: String(rows[0]?.id) });
  await server.database.run(sql`update identity_progress set reached = 0`);
  await read();
  expect((await admin.call(loans.twins, { kind: 'near-loan' })).rows.map((one) => one.written)).toEqual([
    '91002',
  ]);
  expect(await refusal(admin.call(loans.twinsChecked, { id: String(rows[0]?.id) }))).toMatchObject({
    body: { code: 'NOT_FOUND' },
  });
});

test('the number as received is shown with the loan and with the payment', async () => {
  const [loan] = (await admin.call(loans.list, { q: '0091001' })).rows;
  expect(await admin.call(loans.one, { id: String(loan?.id) })).toMatchObject({
    loanNumber: '0091001',
    loanNumberReceived: '="0091001"',
  });
  const paid = (await admin.call(loans.list, { q: '91002' })).rows.find((one) => one.loanNumber === '91002');
  const { rows } = await admin.call(payments.ofLoan, { id: String(paid?.id) });
  expect(rows.map((one) => [one.transactionId, one.transactionIdReceived])).toContainEqual([
    '412345678901',
    'UTR 412345678901',
  ]);
});

test('twins are for administrators', async () => {
  const agent = await server.person({ roleType: 'agent' });
  expect(await refusal(agent.call(loans.twins, {}))).toMatchObject({ body: { code: 'FORBIDDEN' } });
  expect(await refusal(agent.call(loans.twinsChecked, { id: '1' }))).toMatchObject({
    body: { code: 'FORBIDDEN' },
  });
});
