/** A loan whose lender has not stated what is owed is not paid off by a payment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file', 'upload_payments_file');
});
afterAll(() => server.stop());

const loanOf = (number: string) =>
  server.database.one(sql`
    select payment_status as status, total_outstanding as tos, paid_off_at is not null as "isPaidOff"
    from loans where loan_number = ${number}`);
const pay = (number: string, reference: string) =>
  send(
    admin,
    'PAYMENT_FILE',
    `LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT\n${number},${reference},28-10-2026,500\n`,
  );
const loans = 'LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS\n';

test('a loan without TOS is not paid off by its first payment, and is once the lender states nought', async () => {
  await send(admin, 'CUSTOMER_FILE', `${loans}UT1,Asha,9876501001,9000,\nUT2,Bina,9876501002,,0\n`);
  await pay('UT1', 'UTPAY1');
  await pay('UT2', 'UTPAY2');
  expect(await loanOf('UT1')).toEqual({ status: 'Partially Paid', tos: 0, isPaidOff: false });
  expect(await loanOf('UT2')).toMatchObject({ status: 'Foreclosure', isPaidOff: true });
  await send(admin, 'CUSTOMER_FILE', `${loans}UT1,Asha,9876501001,9000,0\n`);
  expect(await loanOf('UT1')).toMatchObject({ status: 'Foreclosure', isPaidOff: true });
});

test('a later file makes the TOS of a loan known', async () => {
  await send(admin, 'CUSTOMER_FILE', `${loans}UT3,Asha,9876501003,9000,\n`);
  const known = () =>
    server.database.one(sql`select total_is_known as known from loans where loan_number = 'UT3'`);
  expect(await known()).toEqual({ known: false });
  await send(admin, 'CUSTOMER_FILE', `${loans}UT3,Asha,9876501003,9000,700\n`);
  expect(await known()).toEqual({ known: true });
  expect(await loanOf('UT3')).toMatchObject({ tos: 70_000 });
});
