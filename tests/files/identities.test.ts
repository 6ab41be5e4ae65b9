/** Identities in files: one number however it is written, and nothing of it lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { errorsOf, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'upload_borrower_file',
    'upload_payments_file',
    'list_dnc',
    'list_borrower_collection',
  );
});
afterAll(() => server.stop());

const file = (...rows: string[]): string =>
  ['LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS', ...rows].join('\r\n');
const numbers = (like: string) =>
  server.database.rows<{ number: string; received: string | null }>(
    sql`select loan_number as number, loan_number_received as received from loans where loan_number like ${like} order by 1`,
  );

test('a loan number is stored as the lender writes it, without what a spreadsheet added', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    file(
      '"=""0071112345""",Asha,9876501001,10,10',
      '\u202A715012.0\u202C,Ravi,9876501002,10,10',
      "'0071999,Om,9876501003,10,10",
      'RC\u2011715,Uma,9876501004,10,10',
      '1.23457E+15,Ira,9876501005,10,10',
      '"1,23457E+15",Ila,9876501006,10,10',
    ),
  );
  expect(job).toMatchObject({ correctRecords: 4, incorrectRecords: 2, newLoansCount: 4 });
  expect(await numbers('%71%')).toEqual([
    { number: '0071112345', received: '="0071112345"' },
    { number: '0071999', received: null },
    { number: '715012', received: '\u202A715012.0\u202C' },
    { number: 'RC-715', received: 'RC\u2011715' },
  ]);
});

test('the same loan in a second spelling is the loan that is here', async () => {
  await send(admin, 'CUSTOMER_FILE', file('72001,Asha,9876501001,10,10'));
  const again = await send(
    admin,
    'CUSTOMER_FILE',
    file('"=""72001""",Asha,9876501001,10,20', '72001.0,Asha,9876501001,10,30'),
  );
  expect(again).toMatchObject({
    correctRecords: 1,
    incorrectRecords: 1,
    newLoansCount: 0,
    existLoansCount: 1,
  });
  expect((await errorsOf(admin, again))[0]).toContain('duplicate loan number in file');
  expect(await numbers('72001%')).toHaveLength(1);
});

const writings = [
  '412345678901',
  "'412345678901",
  '412345678901.0',
  'UTR 412345678901',
  '"=""412345678901"""',
  'RRN:412345678901',
  '4123 4567 8901',
  '\u202A412345678901\u202C',
  '४१२३४५६७८९०१',
  'utr412345678901',
];
test('one bank reference written in many ways is one payment', async () => {
  await send(admin, 'CUSTOMER_FILE', file('73001,Asha,9876501001,9000,9000'));
  for (const one of writings)
    await send(
      admin,
      'PAYMENT_FILE',
      ['LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT', `73001,${one},28-10-2026,10`].join('\r\n'),
    );
  const rows = await server.database.rows(sql`
    select transaction_id as number, status from payments p join loans l on l.id = p.loan_id where l.loan_number = '73001'`);
  expect(rows).toEqual([{ number: '412345678901', status: 'success' }]);
});

test('variants of one reference in a file are duplicates, and a short form is rejected', async () => {
  await send(admin, 'CUSTOMER_FILE', file('73002,Asha,9876501001,9000,9000'));
  const job = await send(
    admin,
    'PAYMENT_FILE',
    [
      'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT',
      ...writings.map((one) => `73002,${one},28-10-2026,10`),
      '73002,4.12346E+11,28-10-2026,10',
      '73002,UTR: NA,28-10-2026,10',
    ].join('\r\n'),
  );
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: writings.length + 1 });
  const errors = (await errorsOf(admin, job)).join('\n');
  expect(errors).toContain('reference in scientific notation');
  expect(errors).toContain('transaction id missing');
});

test('a remark in the transaction number column is rejected, because many payments share it', async () => {
  await send(admin, 'CUSTOMER_FILE', file('73003,Asha,9876501001,9000,9000'));
  const job = await send(
    admin,
    'PAYMENT_FILE',
    [
      'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT',
      '73003,CASH,28-10-2026,10',
      '73003,Paid at branch,29-10-2026,10',
      '73003,UTR,28-10-2026,10',
      '73003,TXN-NINE,28-10-2026,10',
    ].join('\r\n'),
  );
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 3 });
  expect((await errorsOf(admin, job)).join('\n')).toContain('a remark, no reference');
});

test('a mobile copied from a contact card is read in customer and do-not-call files', async () => {
  await send(
    admin,
    'CUSTOMER_FILE',
    file(
      '74001,Asha,\u202A+91 98765 43210\u202C,10,10',
      '74002,Ravi,98765\u201343211,10,10',
      '74003,Om,,10,10',
    ),
  );
  const mobiles = await server.database.rows(
    sql`select mobile from loans where loan_number like '7400_' order by loan_number`,
  );
  expect(mobiles).toEqual([{ mobile: '9876543210' }, { mobile: '9876543211' }, { mobile: null }]);
  const dnc = await send(admin, 'DNC_FILE', 'LOAN NUMBER,MOBILE\r\n"=""74003""",\u2068+91 98765 43212\u2069');
  expect(dnc).toMatchObject({ correctRecords: 1 });
  expect(
    await server.database.one(
      sql`select n.mobile from dnc_numbers n join loans l on l.id = n.loan_id where loan_number = '74003'`,
    ),
  ).toEqual({ mobile: '9876543212' });
});

test('an unreadable PAN or PIN code is skipped, and the loan imported', async () => {
  const head = 'LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS,PAN,PINCODE';
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    [
      head,
      '75001,Asha,9876501001,10,10,abcp x1234 f,682001.0',
      '75002,Ravi,9876501002,10,10,PANNOTAVBL,6.82E+05',
    ].join('\r\n'),
  );
  expect(job).toMatchObject({ correctRecords: 2, newLoansCount: 2 });
  const people = await server.database.rows(
    sql`select b.pan, b.pincode from borrowers b join loans l on l.borrower_id = b.id where l.loan_number like '7500_' order by l.loan_number`,
  );
  expect(people).toEqual([
    { pan: 'ABCXXXXXXF', pincode: '682001' },
    { pan: null, pincode: null },
  ]);
});

test.each([
  ['Ravi  Kumar', ['Ravi Kumar', 'kumar ravi', 'RAVI', 'Kumar,Ravi']],
  ['José D’Souza', ["D'Souza", 'Jose', 'José', 'dsouza jose', 'D’SOUZA']],
  ["Jose\u0301 D'Souza", ['José', 'D’Souza', 'jose d souza']],
  ['फ़ातिमा  बेगम', ['बेगम फातिमा', 'फ़ातिमा']],
])('the borrower %s is found however the name is typed', async (name, typed) => {
  const number = `76${name.length}${name.charCodeAt(0)}${name.charCodeAt(4)}`;
  await send(admin, 'CUSTOMER_FILE', file(`${number},${name},9876501001,10,10`));
  for (const q of typed) {
    const found = await admin.call(loans.list, { q });
    expect(
      found.rows.map(({ loanNumber }) => loanNumber),
      q,
    ).toContain(number);
  }
});
