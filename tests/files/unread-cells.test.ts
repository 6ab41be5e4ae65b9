/** Left-out cells of accepted rows are corrected one by one, before a file is applied and after it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, type jobTypes } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { localFiles } from '../../src/app/providers/local.ts';
import { recordedFiles } from '../../src/app/providers/recorded.ts';
import { forgetFiles } from '../../src/contexts/files/server/retention.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type CellFix, correctCells, deliver, ended, errorsOf } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let agent: { id: number; email: string };
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file', 'upload_payments_file');
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (71, 1, 'Cells')`);
  const { id } = await server.person({ roleType: 'agent' });
  const [row] = await server.database.rows<{ email: string }>(sql`select email from users where id = ${id}`);
  agent = { id, email: row?.email ?? '' };
});
afterAll(() => server.stop());

type Kind = (typeof jobTypes)[number];
async function start(body: string, more: object = {}, type: Kind = 'CUSTOMER_FILE') {
  const fileKey = await deliver(admin, body);
  const to = { clientId: 1, portfolioId: 71, hasNoAmounts: true };
  const job = await admin.call(files.parse, { fileKey, type, ...to, ...more });
  return ended(admin, job.id);
}
const rowsOf = (id: number, who = admin) => who.call(files.rows, { id: String(id) });
const mend = (id: number, ...rows: CellFix[]) => correctCells(admin, id, ...rows);
const stored = (like: string) =>
  server.database.rows(sql`
    select l.loan_number as number, l.mobile, l.dpd, l.assignee_id as agent, b.pincode as pin, b.pan
    from loans l join borrowers b on b.id = l.borrower_id where l.loan_number like ${like} order by 1`);
const noticed = (job: Awaited<ReturnType<typeof start>>) =>
  job.notices.flatMap(({ kind, column, count }) => (kind === 'left-out' ? [`${column} ${count}`] : []));

const head = 'LOAN NUMBER,BORROWER NAME,MOBILE,PINCODE,PAN,AGENT EMAIL,DPD\n';
const bad = (number: string, name: string) => `${number},${name},12345,68200,ABC,nobody@x.in,x\n`;

test('left-out cells of a check are corrected one by one and applied with the file', async () => {
  const job = await start(head + bad('UA1', 'Asha') + 'UA2,Om,9876543210,682001,,,3\n', { isDryRun: true });
  expect(job).toMatchObject({ correctRecords: 2, incorrectRecords: 0 });
  const { rows, more } = await rowsOf(job.id);
  expect(more).toBe(0);
  expect(
    rows.map(({ n, key, value, isLeftOut, loanNumber }) => [n, key, value, isLeftOut, loanNumber]),
  ).toEqual([
    [2, 'agentEmail', 'nobody@x.in', true, 'UA1'],
    [2, 'dpd', 'x', true, 'UA1'],
    [2, 'mobile', '12345', true, 'UA1'],
    [2, 'pan', 'ABC', true, 'UA1'],
    [2, 'pincode', '68200', true, 'UA1'],
  ]);
  expect(
    await mend(
      job.id,
      { n: 2, key: 'mobile', was: '12345', value: '98765 43219' },
      { n: 2, key: 'pincode', was: '68200', value: '6820' },
      { n: 2, key: 'pan', was: 'ABC', value: 'ABCPX1234F' },
      { n: 2, key: 'agentEmail', was: 'nobody@x.in', value: agent.email },
      { n: 2, key: 'dpd', was: 'y', value: '4' },
      { n: 3, key: 'mobile', was: '9876543210', value: '9876543211' },
    ),
  ).toEqual([
    [3, 'mobile', 'gone', null],
    [2, 'mobile', 'ready', null],
    [2, 'pincode', 'wrong', 'not a PIN code'],
    [2, 'pan', 'ready', null],
    [2, 'agentEmail', 'ready', null],
    [2, 'dpd', 'changed', 'number not understood'],
  ]);
  expect(await stored('UA%')).toEqual([]);
  const again = await ended(admin, job.id);
  expect(again).toMatchObject({ isDryRun: true, correctRecords: 2 });
  expect(noticed(again).toSorted()).toEqual(['DPD 1', 'PINCODE 1']);
  await admin.call(files.apply, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await stored('UA%')).toEqual([
    { number: 'UA1', mobile: '9876543219', dpd: null, agent: agent.id, pin: null, pan: 'ABCXXXXXXF' },
    { number: 'UA2', mobile: '9876543210', dpd: 3, agent: null, pin: '682001', pan: null },
  ]);
  const { changes } = await rowsOf(job.id);
  expect(changes.map(({ field, value }) => `${field} ${value}`).toSorted()).toEqual([
    `AGENT EMAIL ${agent.email}`,
    'MOBILE 98765 43219',
    'PAN ABCPX1234F',
  ]);
});

test('skipped cells of an applied file are written alone, and the undo reverts them', async () => {
  await start(`${head}UB1,Asha,9876500001,682001,,,1\n`);
  const job = await start(head + bad('UB1', 'Asha') + bad('UB2', 'Om'));
  await server.database.run(sql`update loans set dpd = 77 where loan_number = 'UB2'`);
  expect((await rowsOf(job.id)).rows).toHaveLength(10);
  expect(
    await mend(
      job.id,
      { n: 2, key: 'mobile', was: '12345', value: '9876543219' },
      { n: 2, key: 'pincode', was: '68200', value: '400001' },
      { n: 2, key: 'pan', was: 'ABC', value: 'ABCPX1234F' },
      { n: 2, key: 'agentEmail', was: 'nobody@x.in', value: agent.email },
      { n: 3, key: 'dpd', was: 'x', value: '5' },
      { n: 3, key: 'mobile', was: '12345', value: ' ' },
      { n: 3, key: 'pincode', was: '68200', value: '400002' },
    ),
  ).toEqual([
    [2, 'mobile', 'ready', null],
    [2, 'pincode', 'ready', null],
    [2, 'pan', 'ready', null],
    [2, 'agentEmail', 'ready', null],
    // A person has changed the loan since.
    [3, 'dpd', 'followed', null],
    [3, 'mobile', 'wrong', 'mobile missing'],
    [3, 'pincode', 'ready', null],
  ]);
  const again = await ended(admin, job.id);
  expect(again).toMatchObject({
    correctRecords: 2,
    incorrectRecords: 0,
    newLoansCount: 1,
    existLoansCount: 1,
  });
  expect(noticed(again).toSorted()).toEqual(['AGENT EMAIL 1', 'DPD 2', 'MOBILE 1', 'PAN 1']);
  expect(await stored('UB%')).toEqual([
    { number: 'UB1', mobile: '9876543219', dpd: 1, agent: agent.id, pin: '400001', pan: 'ABCXXXXXXF' },
    { number: 'UB2', mobile: null, dpd: 77, agent: null, pin: '400002', pan: null },
  ]);
  expect(
    await server.database.one(sql`
      select count(*)::int as n from loan_assignments a join loans l on l.id = a.loan_id
      where l.loan_number = 'UB1' and a.user_id = ${agent.id}`),
  ).toEqual({ n: 1 });
  expect((await rowsOf(job.id)).rows.map(({ n, key, isFollowed }) => `${n} ${key} ${isFollowed}`)).toEqual([
    '2 dpd false',
    '3 agentEmail false',
    '3 dpd true',
    '3 mobile false',
    '3 pan false',
  ]);
  expect((await errorsOf(admin, again)).map((line) => line.split(',')[0])).toEqual(['2', '3']);
  const { stays } = await admin.call(files.undoCheck, { id: String(job.id) });
  await admin.call(files.undo, { id: String(job.id), stays });
  await ended(admin, job.id);
  expect((await stored('UB1'))[0]).toEqual({
    number: 'UB1',
    mobile: '9876500001',
    dpd: 1,
    agent: null,
    pin: '682001',
    pan: null,
  });
});

test('a cell of a loan that a later file brought, and one that was corrected already, remain as they are', async () => {
  const job = await start(head + bad('UC1', 'Asha'));
  await mend(job.id, { n: 2, key: 'mobile', was: '12345', value: '9876543219' });
  expect(await mend(job.id, { n: 2, key: 'mobile', was: '12345', value: '9876543218' })).toEqual([
    [2, 'mobile', 'gone', null],
  ]);
  const pin = { n: 2, key: 'pincode', was: '68200' };
  expect(await mend(job.id, { ...pin, value: '1' }, { ...pin, value: 'x' })).toEqual([
    [2, 'pincode', 'wrong', 'not a PIN code'],
  ]);
  await start(`${head}UC1,Asha,,,,,9\n`);
  expect(await mend(job.id, { n: 2, key: 'pincode', was: '68200', value: '400001' })).toEqual([
    [2, 'pincode', 'followed', null],
  ]);
  expect(await stored('UC1')).toMatchObject([{ mobile: '9876543219', pin: null, dpd: 9 }]);
});

test('left-out cells of other kinds of files are corrected before these are applied', async () => {
  await start(`${head}UD1,Asha,,,,,1\n`);
  const mode = 'x'.repeat(41);
  const job = await start(
    `LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT,PAYMENT MODE\nUD1,TXNUD1,28-10-2026,10,${mode}\n`,
    { isDryRun: true },
    'PAYMENT_FILE',
  );
  expect(await mend(job.id, { n: 2, key: 'paymentMode', was: mode, value: 'Bank' })).toEqual([
    [2, 'paymentMode', 'ready', null],
  ]);
  await admin.call(files.apply, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await server.database.rows(sql`select mode from payments where transaction_id = 'TXNUD1'`)).toEqual([
    { mode: 'Bank' },
  ]);
});

test('skipped cells are encrypted, without Aadhaar numbers, and deleted with the borrower and after 30 days', async () => {
  const job = await start(`${head}UE1,Asha,12345,,2345 6789 0124,,\nUE2,Om,,,XX,,\n`);
  const cells = () =>
    server.database.rows<{ key: string; cell: string; loan: string }>(
      sql`select key, cell, loan_number as loan from import_unread_cells where job_id = ${job.id} order by n, key`,
    );
  expect((await cells()).map(({ loan, key }) => `${loan} ${key}`)).toEqual([
    'UE1 mobile',
    'UE1 pan',
    'UE2 pan',
  ]);
  expect((await cells()).some(({ cell }) => cell.includes('12345'))).toBe(false);
  expect((await rowsOf(job.id)).rows.map(({ key, value }) => [key, value])).toEqual([
    ['mobile', '12345'],
    ['pan', ''],
    ['pan', 'XX'],
  ]);
  const person = await server.database.one<{ id: number }>(sql`
    update loans set is_active = false where loan_number = 'UE1' returning borrower_id as id`);
  await server.database.run(
    sql`update loans set closed_at = now() - interval '30 years' where loan_number = 'UE1'`,
  );
  await admin.call(loans.erase, { id: String(person?.id), reason: 'The borrower asked for it' });
  expect((await cells()).map(({ loan: number }) => number)).toEqual(['UE2']);
  await server.database.run(sql`update import_unread_cells set at = now() - interval '31 days'`);
  const retention = forgetFiles({
    database: server.database,
    clock: systemClock,
    store: recordedFiles(localFiles(server.folder), server.database),
  });
  await retention.run({}, {
    signal: new AbortController().signal,
    isLastTry: false,
    log: openLog('/dev/null'),
  } as never);
  expect(await cells()).toEqual([]);
});

test('correcting rows without the upload permission of the kind is rejected', async () => {
  const job = await start(head + bad('UF1', 'Asha'));
  const other = await server.as('upload_payments_file');
  expect(await refusal(rowsOf(job.id, other))).toMatchObject({ body: { code: 'FORBIDDEN' } });
});
