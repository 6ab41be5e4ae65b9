/** A row is read as written, or rejected with its reason; normalised values are reported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, errorsOf, send } from '../import-kit.ts';
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
    select l.mobile, l.principal_outstanding as pos, l.total_outstanding as tos, l.dpd from loans l where l.loan_number = ${number}`);
const reasonsOf = async (job: { errorFileKey: string | null }): Promise<(string | undefined)[]> =>
  (await errorsOf(admin, job)).map((line) => /^\d+,"[^"]*","([^"]*)"/.exec(line)?.[1]);

test('a row with more filled cells than the header is rejected with both figures, adjacent rows are read', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    [
      'LOAN NUMBER,BORROWER NAME,MOBILE,POS',
      'RP1,Asha Rao,9876501001,1,00,000',
      'RP2,Bela Das,9876501002,500,,,',
      ',,,',
      'RP3,Chitra "Guddu" Nair,9876501003,600',
      'RP4,"Devi Lal,9876501004,700',
      'RP5,Esha Roy,9876501005,800',
      'Prepared by: Ramesh,,,',
    ].join('\n'),
  );
  expect(job).toMatchObject({ status: 'completed', totalRecords: 5, correctRecords: 3, incorrectRecords: 2 });
  expect(await reasonsOf(job)).toEqual([
    '4 columns in the header, 6 cells in this row: is there an amount or address without quotes?',
    'quote not closed',
  ]);
  expect(await loanOf('RP1')).toBeUndefined();
  expect(await loanOf('RP2')).toMatchObject({ pos: 50_000 });
  expect(job.notices).toContainEqual(expect.objectContaining({ kind: 'footer', count: 1 }));
});

test("a row wider than the lender's headings is rejected, and is not the header", async () => {
  const columns = { loanNumber: 'LAN', name: 'Cust Name', mobile: 'Mob No', totalOutstanding: 'Total Due' };
  const lines = [
    'ABC Finance,Collection list',
    'LAN,Cust Name,Mob No,Principal O/S,Total Due,PIN',
    'WH2,Bela Shah,9876544002,1,23,456,150000,411001.0',
    'WH1,Asha Rao,9876544001,1000,1500,411001',
  ];
  const job = await send(admin, 'CUSTOMER_FILE', lines.join('\n'), {
    clientId: 1,
    portfolioId: 1,
    mapping: { columns, fixed: {} },
  });
  expect(job).toMatchObject({ status: 'completed', correctRecords: 1, incorrectRecords: 1 });
  expect(await reasonsOf(job)).toEqual([
    '6 columns in the header, 8 cells in this row: is there an amount or address without quotes?',
  ]);
  const unmapped = await send(admin, 'CUSTOMER_FILE', lines.join('\n'));
  expect(unmapped).toMatchObject({ status: 'failed' });
  expect(unmapped.errorMsg).toContain('BORROWER NAME');
});

test('a row with equally many cells as the header is rejected when they belong to other columns', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    [
      'LOAN NUMBER,BORROWER NAME,MOBILE,ADDRESS,CITY,STATE,PINCODE,POS,TOS',
      'MC1,Asha Rao,9876501001,5, MG Road,Pune,Maharashtra,411001,100',
      'MC2,Bela, Das,9876501002,12 Camp,Pune,Maharashtra,411001,100',
      'MC3,Chitra Nair,9876501003,"5, MG Road",Pune,Nowhere,41100,600,700',
      '---,---,---,---,---,---,---,---,---',
    ].join('\n'),
  );
  const shifted = 'cells in the wrong columns: is there a name or address without quotes?';
  expect((await reasonsOf(job)).slice(0, 2)).toEqual([shifted, shifted]);
  expect(job).toMatchObject({ totalRecords: 3, correctRecords: 1, incorrectRecords: 2 });
  const ofCity = await send(
    admin,
    'CUSTOMER_FILE',
    'LOAN NUMBER,BORROWER NAME,PO\u200BS,TOS,CITY\nMC4,Asha,1,23,456\nMC5,Asha,1,2,12\n',
  );
  expect((await reasonsOf(ofCity))[0]).toBe('amount without quotes?');
  expect(await loanOf('MC5')).toMatchObject({ pos: 100, tos: 200 });
});

test('a new loan without amounts is rejected, unless the sender states that the file has none', async () => {
  const body = 'LOAN NUMBER,BORROWER NAME,POS,TOS\nNA1,Asha,NA,Nil\nNA2,Bela,500,\n';
  const job = await send(admin, 'CUSTOMER_FILE', body);
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 1 });
  expect(await reasonsOf(job)).toEqual(['POS and TOS missing']);
  expect(job.notices).toEqual([
    {
      column: 'TOS',
      kind: 'stored-as-zero',
      reason: null,
      count: 1,
      examples: [{ n: 3, cell: null, value: null }],
    },
  ]);
  const fileKey = await deliver(admin, body);
  const to = { type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1 } as const;
  const made = await admin.call(files.parse, { fileKey, ...to, hasNoAmounts: true });
  expect(await ended(admin, made.id)).toMatchObject({ correctRecords: 2, hasNoAmounts: true });
  expect(await send(admin, 'CUSTOMER_FILE', body)).toMatchObject({ correctRecords: 2, incorrectRecords: 0 });
});

test('an optional cell that cannot be read is named and loses neither the row nor the old value', async () => {
  const head = 'LOAN NUMBER,BORROWER NAME,MOBILE,POS,DPD\n';
  await send(admin, 'CUSTOMER_FILE', `${head}OC1,Asha,9876501001,500,30\n`);
  const job = await send(admin, 'CUSTOMER_FILE', `${head}OC1,Asha,12345,123.4567,NPA\n`);
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 0, existLoansCount: 1 });
  expect(await loanOf('OC1')).toMatchObject({ mobile: '9876501001', pos: 12_346, dpd: 30 });
  expect(job.notices).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ column: 'MOBILE', kind: 'left-out', reason: 'mobile not ten digits' }),
      expect.objectContaining({
        column: 'POS',
        kind: 'rounded',
        count: 1,
        examples: [{ n: 2, cell: '123.4567', value: '123.46' }],
      }),
      expect.objectContaining({ column: 'DPD', kind: 'left-out', reason: 'number not understood' }),
    ]),
  );
});

test('a notice includes only imported rows', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    [
      'LOAN NUMBER,BORROWER NAME,POS,DOB,PINCODE',
      'NT1,Asha,100,soon,411001.0',
      'NT1,Asha,100,soon,411001.0',
      'NT2,Bela,,soon,411001.0',
      'NT3,Chitra,5.5.5.5,soon,411001.0',
      ',Devi,100,soon,411001.0',
      'NT4,Esha,100,soon,411001.0',
      'NT4,Esha,100,01-01-1980,4110',
    ].join('\n'),
  );
  expect(job).toMatchObject({ correctRecords: 2, incorrectRecords: 5 });
  const shown = job.notices.map(({ column, count, examples }) => [column, count, examples.map(({ n }) => n)]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['DOB', 2, [2, 7]],
      ['PINCODE', 2, [2, 7]],
    ]),
  );
  expect(job.notices.filter(({ examples }) => examples.some(({ n }) => ![2, 7].includes(n)))).toEqual([]);
});
