/** A loan with an unknown balance is not paid off by a payment. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans as loanLists } from '../../src/contexts/loans/contract/loans.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
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

test('a loan without TOS is not paid off by its first payment, and is once the lender states zero', async () => {
  await send(admin, 'CUSTOMER_FILE', `${loans}UT1,Asha,9876501001,9000,\nUT2,Bina,9876501002,,0\n`);
  await pay('UT1', 'UTPAY1');
  await pay('UT2', 'UTPAY2');
  expect(await loanOf('UT1')).toEqual({ status: 'Partially Paid', tos: 0, isPaidOff: false });
  expect(await loanOf('UT2')).toMatchObject({ status: 'Foreclosure', isPaidOff: true });
  await send(admin, 'CUSTOMER_FILE', `${loans}UT1,Asha,9876501001,9000,0\n`);
  expect(await loanOf('UT1')).toMatchObject({ status: 'Foreclosure', isPaidOff: true });
});

test('a later file sets the TOS of a loan', async () => {
  await send(admin, 'CUSTOMER_FILE', `${loans}UT3,Asha,9876501003,9000,\n`);
  const known = () =>
    server.database.one(sql`select total_is_known as known from loans where loan_number = 'UT3'`);
  expect(await known()).toEqual({ known: false });
  await send(admin, 'CUSTOMER_FILE', `${loans}UT3,Asha,9876501003,9000,700\n`);
  expect(await known()).toEqual({ known: true });
  expect(await loanOf('UT3')).toMatchObject({ tos: 70_000 });
});

test('an unstated TOS is marked in lists, in the profile and on phones, and is empty in exports', async () => {
  const lead = await server.person({ roleType: 'tech_lead', flags: ['export_borrower_collection'] });
  const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await send(admin, 'CUSTOMER_FILE', `${loans}UT4,Asha,9876501004,9000,\nUT5,Bina,9876501005,,0\n`);
  await server.database.run(
    sql`update loans set assignee_id = ${agent.id} where loan_number in ('UT4', 'UT5')`,
  );
  const known = (rows: readonly { loanNumber: string; isTotalKnown?: boolean | undefined }[]) =>
    Object.fromEntries(rows.map(({ loanNumber, isTotalKnown }) => [loanNumber, isTotalKnown]));
  const expected = { UT4: false, UT5: true };
  const { rows } = await agent.call(loanLists.list, {});
  expect(known(rows)).toEqual(expected);
  for (const { id, loanNumber } of rows)
    expect(known([await agent.call(loanLists.one, { id: String(id) })])).toEqual({
      [loanNumber]: loanNumber === 'UT5',
    });
  expect(known((await agent.call(sync.changes, {})).loans)).toEqual(expected);
  expect(known((await agent.call(today.list, {})).rows)).toEqual({ UT4: false, UT5: undefined });
  const { id } = await lead.call(files.parse, { type: 'EXPORT', export_type: 'borrowers', filters: {} });
  const job = await vi.waitUntil(
    async () => {
      const found = await lead.call(files.job, { id: String(id) });
      return found?.status === 'completed' && found;
    },
    { timeout: 60_000, interval: 30 },
  );
  const { url } = await lead.call(files.readLink, { key: job.fileKey ?? '' });
  const text = await (await lead.fetch(url)).text();
  expect(text).toMatch(/"UT4",.*,9000\.00,"",/);
  expect(text).toMatch(/"UT5",.*,0\.00,0\.00,/);
});
