import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, type jobTypes } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, errorsOf } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let other: Caller;
beforeAll(async () => {
  server = await boot();
  const flags = ['upload_borrower_file', 'upload_payments_file'] as const;
  admin = await server.as(...flags);
  other = await server.as(...flags);
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (70, 1, 'Mended')`);
});
afterAll(() => server.stop());

type Kind = (typeof jobTypes)[number];
const to = { clientId: 1, portfolioId: 70 };
async function start(body: string, more: object = {}, type: Kind = 'CUSTOMER_FILE') {
  const fileKey = await deliver(admin, body);
  const job = await admin.call(files.parse, { fileKey, type, ...to, hasNoAmounts: true, ...more });
  return ended(admin, job.id);
}
interface Mended {
  n: number;
  key: string;
  was: string;
  value: string;
}
const mend = (who: Caller, id: number, ...rows: Mended[]) => who.call(files.mend, { id: String(id), rows });
const rowsOf = (who: Caller, id: number) => who.call(files.rows, { id: String(id) });
const loansLike = (like: string) =>
  server.database.rows(sql`
    select loan_number as "loanNumber", mobile, dpd from loans where loan_number like ${like} order by 1`);

const head = 'LOAN NUMBER,BORROWER NAME,MOBILE,DPD,PAN\n';

test('rows of a checked file are corrected and re-read, and nothing is written before it is applied', async () => {
  const body = `${head}MA1,,9876543219,1,\n1.5E+15,Banu,,,\nMA3,Chand,9876543210,3,\n,Dev,9876543211,4,\n`;
  const job = await start(body, { isDryRun: true });
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 3, newLoansCount: 1 });
  const shown = await rowsOf(admin, job.id);
  expect(shown).toMatchObject({ canMend: true, more: 0, changes: [] });
  expect(shown?.rows).toMatchObject([
    {
      n: 2,
      loanNumber: 'MA1',
      key: 'name',
      field: 'BORROWER NAME',
      reason: 'borrower name missing',
      value: '',
    },
    {
      n: 3,
      loanNumber: '1.5E+15',
      key: 'loanNumber',
      field: 'LOAN NUMBER',
      reason: 'loan number in scientific notation',
      value: '1.5E+15',
    },
    {
      n: 5,
      loanNumber: '',
      key: 'loanNumber',
      field: 'LOAN NUMBER',
      reason: 'loan number missing',
      value: '',
    },
  ]);
  const answer = await mend(
    admin,
    job.id,
    { n: 2, key: 'name', was: '', value: 'Asha' },
    { n: 3, key: 'loanNumber', was: '1.5E+15', value: '1.6E+15' },
    { n: 5, key: 'loanNumber', was: '', value: 'MA3' },
  );
  expect(answer?.rows.map(({ n, outcome, reason }) => ({ n, outcome, reason }))).toEqual([
    { n: 2, outcome: 'ready', reason: null },
    { n: 3, outcome: 'wrong', reason: 'loan number in scientific notation' },
    { n: 5, outcome: 'ready', reason: null },
  ]);
  const again = await ended(admin, job.id);
  // The file already has MA3: the first row is used, and the corrected one reported.
  expect(again).toMatchObject({ isDryRun: true, correctRecords: 2, incorrectRecords: 2, newLoansCount: 2 });
  expect(await loansLike('MA%')).toEqual([]);
  const left = await rowsOf(admin, job.id);
  expect(left?.rows.map(({ n, reason }) => [n, reason])).toEqual([
    [3, 'loan number in scientific notation'],
    [5, 'duplicate loan number in file'],
  ]);
  expect(await errorsOf(admin, again)).toEqual([
    '3,"LOAN NUMBER","loan number in scientific notation","1.5E+15","Banu","","",""',
    '5,"LOAN NUMBER","duplicate loan number in file","MA3","Dev","9876543211","4",""',
  ]);
  await admin.call(files.apply, { id: String(job.id) });
  expect(await ended(admin, job.id)).toMatchObject({
    isDryRun: false,
    correctRecords: 2,
    incorrectRecords: 2,
  });
  expect(await loansLike('MA%')).toEqual([
    { loanNumber: 'MA1', mobile: '9876543219', dpd: 1 },
    { loanNumber: 'MA3', mobile: '9876543210', dpd: 3 },
  ]);
});

test('corrected rows of an applied file are imported by its job, and only they', async () => {
  const body = `${head}MB1,Asha,9876543210,1,\nMB2,,9876543211,2,\n1.5E+15,,9876543212,9,\n`;
  const job = await start(body);
  expect(job).toMatchObject({ newLoansCount: 1, incorrectRecords: 2 });
  await server.database.run(sql`update loans set dpd = 77 where loan_number = 'MB1'`);
  const answer = await mend(
    admin,
    job.id,
    { n: 3, key: 'name', was: '', value: 'Banu' },
    { n: 4, key: 'loanNumber', was: '1.5E+15', value: 'MB3' },
  );
  expect(answer?.rows).toEqual([
    { n: 3, outcome: 'ready', field: 'BORROWER NAME', reason: null, value: 'Banu' },
    // Its next fault is reported immediately.
    { n: 4, outcome: 'wrong', field: 'BORROWER NAME', reason: 'borrower name missing', value: 'MB3' },
  ]);
  const again = await ended(admin, job.id);
  expect(again).toMatchObject({
    status: 'completed',
    totalRecords: 3,
    correctRecords: 2,
    incorrectRecords: 1,
    newLoansCount: 2,
    existLoansCount: 0,
    canUndo: true,
  });
  expect(again.firstErrors).toEqual([{ n: 4, field: 'BORROWER NAME', reason: 'borrower name missing' }]);
  expect(await errorsOf(admin, again)).toEqual([
    '4,"BORROWER NAME","borrower name missing","MB3","","9876543212","9",""',
  ]);
  expect(await loansLike('MB%')).toEqual([
    { loanNumber: 'MB1', mobile: '9876543210', dpd: 77 },
    { loanNumber: 'MB2', mobile: '9876543211', dpd: 2 },
  ]);
  const { changes } = (await rowsOf(admin, job.id)) ?? { changes: [] };
  expect(changes.map(({ n, field, was, value }) => [n, field, was, value])).toEqual([
    [4, 'LOAN NUMBER', '1.5E+15', 'MB3'],
    [3, 'BORROWER NAME', '', 'Banu'],
  ]);
  const kept = await server.database.rows<{ was: string }>(sql`select was from import_corrections`);
  expect(kept.some(({ was }) => was.includes('1.5E'))).toBe(false);
  await mend(admin, job.id, { n: 4, key: 'name', was: '', value: 'Chand' });
  expect(await ended(admin, job.id)).toMatchObject({
    correctRecords: 3,
    incorrectRecords: 0,
    newLoansCount: 3,
    errorFileKey: null,
  });
});

test('the undo of a file reverts its corrected rows too', async () => {
  await start(`${head}MG1,Asha,9876543210,1,\n`);
  const job = await start(`${head}MG1,Asha,9876543210,2,\nMG2,,9876543211,2,\nMG3,,9876543212,2,\n`);
  await mend(admin, job.id, { n: 3, key: 'name', was: '', value: 'Banu' });
  await ended(admin, job.id);
  await mend(admin, job.id, { n: 4, key: 'name', was: '', value: 'Chand' });
  await ended(admin, job.id);
  expect(await loansLike('MG%')).toHaveLength(3);
  await admin.call(files.undo, { id: String(job.id) });
  expect((await ended(admin, job.id)).undoneAt).not.toBeNull();
  expect(await loansLike('MG%')).toEqual([{ loanNumber: 'MG1', mobile: '9876543210', dpd: 1 }]);
});

test('concurrent and repeated corrections of one row import it once', async () => {
  const payment = 'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE\n';
  await start(`${head}MC1,Asha,9876543210,1,\n`);
  const job = await start(`${payment}MC1,TC1,abc,2026-01-05\nMC1,TC2,5,2026-01-05\n`, {}, 'PAYMENT_FILE');
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 1 });
  const mine = { n: 2, key: 'amount', was: 'abc', value: '100' };
  const tries = await Promise.all(
    [
      mend(admin, job.id, mine),
      mend(admin, job.id, mine),
      mend(other, job.id, { ...mine, value: '200' }),
    ].map((one) =>
      one.then(
        (answer) => answer?.rows[0]?.outcome,
        (error: unknown) => error,
      ),
    ),
  );
  expect(tries.filter((one) => one === 'ready')).toHaveLength(1);
  const done = await ended(admin, job.id);
  expect(done).toMatchObject({ correctRecords: 2, incorrectRecords: 0, totalRecords: 2 });
  const late = await mend(other, job.id, mine);
  expect(late?.rows).toMatchObject([{ n: 2, outcome: 'gone' }]);
  const paid = await server.database.rows(sql`
    select transaction_id as id from payments where transaction_id like 'TC%' order by 1`);
  expect(paid).toHaveLength(2);
});

test('a concurrent correction is shown before it is overwritten', async () => {
  const job = await start(`${head}1.5E+15,,,,\n`, { isDryRun: true });
  await mend(admin, job.id, { n: 2, key: 'loanNumber', was: '1.5E+15', value: 'MD1' });
  await ended(admin, job.id);
  const late = await mend(other, job.id, { n: 2, key: 'loanNumber', was: '1.5E+15', value: 'MD2' });
  expect(late?.rows).toMatchObject([{ outcome: 'changed', value: 'MD1' }]);
});

test('rows of an older file are corrected except loans of a later file, by permitted uploaders', async () => {
  const job = await start(`${head}ME1,,9876543219,1,\nME2,,9876543218,1,\nME3,,9876543217,1,\n`);
  await start(`${head}ME1,Asha,9876543210,5,\nME9,Other,9876543211,5,\n`);
  // The same again changes nothing, and brings the loan all the same.
  await start(`${head}ME3,Chitra,9876543212,5,\n`);
  await start(`${head}ME3,Chitra,9876543212,5,\n`);
  const row = { n: 2, key: 'name', was: '', value: 'Asha' };
  const seen = await rowsOf(admin, job.id);
  expect(seen?.canMend).toBe(true);
  expect(seen?.rows.map(({ n, isFollowed }) => [n, isFollowed])).toEqual([
    [2, true],
    [3, false],
    [4, true],
  ]);
  const done = await mend(
    admin,
    job.id,
    row,
    { n: 3, key: 'name', was: '', value: 'Bela' },
    { n: 4, key: 'name', was: '', value: 'Chitra' },
  );
  expect(done?.rows.map(({ n, outcome }) => [n, outcome])).toEqual([
    [2, 'followed'],
    [3, 'ready'],
    [4, 'followed'],
  ]);
  expect(await ended(admin, job.id)).toMatchObject({ status: 'completed', incorrectRecords: 2 });
  expect(await loansLike('ME%')).toMatchObject([
    { loanNumber: 'ME1', mobile: '9876543210' },
    { loanNumber: 'ME2', mobile: '9876543218' },
    { loanNumber: 'ME3', mobile: '9876543212' },
    { loanNumber: 'ME9' },
  ]);
  const payer = await server.as('upload_payments_file');
  expect((await refusal(mend(payer, job.id, row))).body.code).toBe('FORBIDDEN');
  expect((await refusal(rowsOf(payer, job.id))).body.code).toBe('FORBIDDEN');
  const agent = await server.person({ roleType: 'agent', flags: ['upload_borrower_file'] });
  expect((await refusal(mend(agent, job.id, row))).body.code).toBe('NOT_FOUND');
});

test('a complete list includes a corrected row, and requires its number again', async () => {
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (71, 1, 'Whole mended')`);
  const here = { clientId: 1, portfolioId: 71 };
  await start(`${head}MF1,A,,,\nMF2,B,,,\nMF3,C,,,\n`, here);
  const file = `${head}MF1,A,,,\n,B,9876543210,,\n`;
  const job = await start(file, { ...here, isNewRecords: true, isDryRun: true });
  expect(job).toMatchObject({ unclearRecords: 1, missingLoansCount: 0, missingToConfirm: null });
  await mend(admin, job.id, { n: 3, key: 'loanNumber', was: '', value: 'MF2' });
  const again = await ended(admin, job.id);
  expect(again).toMatchObject({ unclearRecords: 0, missingLoansCount: 1, missingToConfirm: 1 });
  expect(again.firstMissing).toEqual([{ loanNumber: 'MF3', name: 'C' }]);
});
