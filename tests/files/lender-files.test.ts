/** Realistic lender files, and the returned files. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { errorFile, errorsOf, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file');
});
afterAll(() => server.stop());

const loanOf = (number: string) =>
  server.database.one(sql`
    select b.name, l.mobile, l.alternate_contact1 as other, l.total_outstanding as tos, l.emi_start_date as begins, b.dob
    from loans l join borrowers b on b.id = l.borrower_id where l.loan_number = ${number}`);
const bytesOf = async (path: string): Promise<number[]> => [
  ...new Uint8Array(await (await admin.fetch(path)).arrayBuffer()).subarray(0, 3),
];
const mark = [0xef, 0xbb, 0xbf];

test('files of lenders and spreadsheets are read, and impossible values rejected with a message', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    [
      'LOAN NUMBER,BORROWER NAME,MOBILE,ALTERNATE CONTACT 1,TOS,EMI START DATE,DOB',
      `'1234567890123457,राजेश,9876543210/9876543211,NA,"Rs. 1,500/-",5-Apr-25,N/A`,
      'LF2,Asha,9876543212.0,12345,1234.5600000001,45752,1980-04-05 00:00:00',
      'LF3,Bela,00919876543213,-,1500 Dr,NULL,5-Apr-80',
      '1.23457E+15,Chitra,,,1,,',
      'LF5,Devi,0000000000,,1,,',
      'LF6,Esha,1234567890,,1,,',
      'LF7,à¤°à¤¾à¤œà¥‡à¤¶,,,1,,',
      'Grand Total,3 loans,,,4500,,',
      ',,,,4500,,',
    ].join('\n'),
  );
  expect(job).toMatchObject({ correctRecords: 5, incorrectRecords: 3 });
  expect(await loanOf('1234567890123457')).toEqual({
    name: 'राजेश',
    mobile: '9876543210',
    other: '9876543211',
    tos: 150_000,
    begins: '2025-04-05',
    dob: null,
  });
  expect(await loanOf('LF2')).toMatchObject({ mobile: '9876543212', other: null, tos: 123_456 });
  expect(await loanOf('LF2')).toMatchObject({ begins: '2025-04-05', dob: '1980-04-05' });
  expect(await loanOf('LF3')).toMatchObject({ mobile: '9876543213', tos: 150_000, dob: '1980-04-05' });
  const reasons = (await errorsOf(admin, job)).map((line) => line.split('","').slice(0, 2).join(' '));
  expect(reasons.map((line) => line.replaceAll('"', ''))).toEqual([
    '3,ALTERNATE CONTACT 1 mobile not ten digits (loan taken without it)',
    '5,LOAN NUMBER loan number in scientific notation',
    '6,MOBILE a placeholder, not a number (loan taken without it)',
    '7,MOBILE not an Indian mobile number (loan taken without it)',
    '8,BORROWER NAME text garbled',
    '10,LOAN NUMBER loan number missing',
  ]);
});

test('error files and samples are marked as UTF-8, and survive a spreadsheet', async () => {
  const job = await send(admin, 'CUSTOMER_FILE', 'LOAN NUMBER,BORROWER NAME,TOS\nUT1,राजेश ₹,-1\n');
  const { url } = await admin.call(files.readLink, { key: job.errorFileKey ?? '' });
  expect(await bytesOf(url)).toEqual(mark);
  expect(await bytesOf('/api/file/sample/CUSTOMER_FILE')).toEqual(mark);
  const mended = (await errorFile(admin, job)).replace(/-1"?\r\n$/, '100"\r\n');
  expect(await send(admin, 'CUSTOMER_FILE', `\uFEFF${mended.replace(`"'100`, '"100')}`)).toMatchObject({
    correctRecords: 1,
  });
  expect(await loanOf('UT1')).toMatchObject({ name: 'राजेश ₹', tos: 10_000 });
});

test('numbers that are not mobiles can be added to the DNC list', async () => {
  const dnc = await server.as('list_dnc');
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number) select 1, 1, id, 'LAND1' from b`);
  const job = await send(dnc, 'DNC_FILE', 'LOAN NUMBER,MOBILE\nLAND1,022 1234 5678\n');
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 0 });
});

test('semicolons, tabs and a line that names the separator are read like commas', async () => {
  for (const [at, body] of [
    ['SEMI1', 'LOAN NUMBER;BORROWER NAME;TOS\nSEMI1;Asha;1,500.00\n'],
    ['TAB1', 'LOAN NUMBER\tBORROWER NAME\tTOS\nTAB1\tAsha\t1500\n'],
    ['SEP1', 'sep=,\nLOAN NUMBER,BORROWER NAME,TOS\nSEP1,Asha,"1,500"\n'],
  ] as const) {
    expect(await send(admin, 'CUSTOMER_FILE', body)).toMatchObject({ correctRecords: 1 });
    expect(await loanOf(at)).toMatchObject({ name: 'Asha', tos: 150_000 });
  }
});

test('title rows above the header are skipped, and row numbers match the spreadsheet', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    [
      'Reliance Finance Ltd,,,',
      '"Soft bucket, November 2026",,,',
      '',
      'LOAN NUMBER,BORROWER NAME,TOS,EMI START DATE',
      'TITLE1,Asha,1500 Dr,',
      'TITLE2,Bela,1500 Cr,',
      'TITLE3,Chitra,12.345,',
      'TITLE4,Devi,1500,31-02-2025',
    ].join('\n'),
  );
  expect(job).toMatchObject({ correctRecords: 2, incorrectRecords: 2 });
  expect(await loanOf('TITLE1')).toMatchObject({ name: 'Asha', tos: 150_000 });
  // Unreadable cells are reported, never silently dropped.
  expect(await errorsOf(admin, job)).toEqual([
    expect.stringContaining('6,"POS","POS and TOS missing"'),
    expect.stringContaining('7,"POS","POS and TOS missing"'),
    expect.stringContaining('8,"EMI START DATE","date does not exist (loan taken without it)"'),
  ]);
  const none = await send(
    admin,
    'CUSTOMER_FILE',
    'Reliance Finance Ltd,,\nLOAN,BORROWER NAME,TOS\nX1,Asha,1\n',
  );
  expect(none).toMatchObject({ status: 'failed', errorMsg: 'These columns are missing: LOAN NUMBER.' });
});
