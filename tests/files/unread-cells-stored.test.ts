/** What is stored of left-out cells, and for how long; corrections that meet other changes of the same loan. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
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
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file', 'upload_payments_file');
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (72, 1, 'Cells')`);
});
afterAll(() => server.stop());

async function start(body: string, more: object = {}) {
  const fileKey = await deliver(admin, body);
  const to = { clientId: 1, portfolioId: 72, hasNoAmounts: true };
  const job = await admin.call(files.parse, { fileKey, type: 'CUSTOMER_FILE', ...to, ...more });
  return ended(admin, job.id);
}
const rowsOf = (id: number) => admin.call(files.rows, { id: String(id) });
const mend = (id: number, ...rows: CellFix[]) => correctCells(admin, id, ...rows);
const stored = (id: number) =>
  server.database.rows<{ loan: string; key: string }>(
    sql`select loan_number as loan, key from import_unread_cells where job_id = ${id} order by n, key`,
  );
const loansLike = (like: string) =>
  server.database.rows(sql`
    select l.loan_number as number, l.mobile, l.alternate_contact1 as other, b.pan
    from loans l join borrowers b on b.id = l.borrower_id where l.loan_number like ${like} order by 1`);

/** Erases the borrower of a loan with expired retention. */
async function erase(loan: string): Promise<void> {
  const person = await server.database.one<{ id: number }>(sql`
    update loans set is_active = false where loan_number = ${loan} returning borrower_id as id`);
  await server.database.run(
    sql`update loans set closed_at = now() - interval '30 years' where loan_number = ${loan}`,
  );
  await admin.call(loans.erase, { id: String(person?.id), reason: 'The borrower asked for it' });
}
async function forgetOld(): Promise<void> {
  const store = recordedFiles(localFiles(server.folder), server.database);
  const retention = forgetFiles({ database: server.database, clock: systemClock, store });
  const context = { signal: new AbortController().signal, isLastTry: false, log: openLog('/dev/null') };
  await retention.run({}, context as never);
}

const head = 'LOAN NUMBER,BORROWER NAME,MOBILE,PINCODE,PAN,DPD\n';
const bad = (number: string, name = 'Asha'): string => `${number},${name},12345,68200,ABC,1\n`;

test('a correction of another row does not store the cells of an erased borrower again', async () => {
  const job = await start(head + bad('VA1') + bad('VA2', 'Om'));
  await erase('VA1');
  await mend(job.id, { n: 3, key: 'mobile', was: '12345', value: '9876543219' });
  expect((await stored(job.id)).map(({ loan, key }) => `${loan} ${key}`)).toEqual(['VA2 pan', 'VA2 pincode']);
  expect((await rowsOf(job.id)).rows.map(({ loanNumber }) => loanNumber)).toEqual(['VA2', 'VA2']);
});

test('a correction does not prolong the 30 days of the other left-out cells', async () => {
  const job = await start(head + bad('VB1') + bad('VB2', 'Om') + 'VB3,,9876543210,,,1\n');
  await server.database.run(
    sql`update import_left_cells set at = now() - interval '29 days' where job_id = ${job.id}`,
  );
  await server.database.run(
    sql`update import_unread_cells set at = now() - interval '29 days' where job_id = ${job.id}`,
  );
  await mend(job.id, { n: 3, key: 'mobile', was: '12345', value: '9876543219' });
  expect(
    await server.database.one(sql`
      select count(*)::int as n from import_unread_cells where job_id = ${job.id} and at > now() - interval '28 days'`),
  ).toEqual({ n: 0 });
  await server.database.run(
    sql`update import_left_cells set at = now() - interval '31 days' where job_id = ${job.id}`,
  );
  await server.database.run(
    sql`update import_unread_cells set at = now() - interval '31 days' where job_id = ${job.id}`,
  );
  await forgetOld();
  expect(await stored(job.id)).toEqual([]);
  // A later corrected row re-reads the file.
  expect(await mend(job.id, { n: 4, key: 'name', was: '', value: 'Uma' })).toEqual([
    [4, undefined, 'ready', null],
  ]);
  expect(await stored(job.id)).toEqual([]);
});

test('rejected cells are deleted with the borrower, in any form of the loan number', async () => {
  const job = await start(`${head}VC1,Asha,9876543210,,,1\n"'VC1",,9876543210,,,1\nVC2,Om,9876543210,,,1\n`);
  await mend(job.id, { n: 3, key: 'name', was: '', value: 'Asha' });
  expect((await rowsOf(job.id)).rows).toMatchObject([{ n: 3, reason: 'duplicate loan number in file' }]);
  await erase('VC1');
  expect(await server.database.rows(sql`select n from import_refusals where job_id = ${job.id}`)).toEqual([]);
});

test('the second of two mobiles of a corrected cell becomes the alternate contact where there is none', async () => {
  const job = await start(
    'LOAN NUMBER,BORROWER NAME,MOBILE,ALTERNATE CONTACT 1\nVD1,Asha,12345,\nVD2,Om,12345,9876500009\nVD3,Uma,12345,\n',
  );
  await server.database.run(
    sql`update loans set alternate_contact1 = '9876500008' where loan_number = 'VD3'`,
  );
  const value = '9876543211 / 9876543212';
  expect(
    await mend(job.id, ...[2, 3, 4].map((n) => ({ n, key: 'mobile', was: '12345', value }))),
  ).toMatchObject([{ 2: 'ready' }, { 2: 'ready' }, { 2: 'ready' }]);
  expect(await loansLike('VD%')).toMatchObject([
    { number: 'VD1', mobile: '9876543211', other: '9876543212' },
    { number: 'VD2', mobile: '9876543211', other: '9876500009' },
    { number: 'VD3', mobile: '9876543211', other: '9876500008' },
  ]);
});

test('a cell longer than a correction may be is corrected, with the other cells of the request', async () => {
  const long = `${'Temple Road '.repeat(120)}12`.trim();
  const job = await start(`LOAN NUMBER,BORROWER NAME,MOBILE,ADDRESS\nVE1,Asha,12345,${long}\n`, {
    isDryRun: true,
  });
  const { rows } = await rowsOf(job.id);
  expect(rows.map(({ key }) => key)).toEqual(['address', 'mobile']);
  expect(
    await mend(
      job.id,
      ...rows.map(({ n, key, value }) => ({
        n,
        key: key ?? '',
        was: value,
        value: key === 'mobile' ? '9876543210' : '12, Temple Road',
      })),
    ),
  ).toEqual([
    [2, 'address', 'ready', null],
    [2, 'mobile', 'ready', null],
  ]);
});

test('a cell named twice in one request is corrected once', async () => {
  const job = await start(head + bad('VF1'));
  expect(
    await mend(
      job.id,
      { n: 2, key: 'mobile', was: '12345', value: '9876543219' },
      { n: 2, key: 'mobile', was: '12345', value: '9876543218' },
    ),
  ).toEqual([[2, 'mobile', 'ready', null]]);
  expect((await rowsOf(job.id)).changes).toHaveLength(1);
});

test('concurrent corrections of one cell store one value and reject the other user', async () => {
  const job = await start(head + bad('VG1'));
  const other = await server.as('upload_borrower_file');
  const at = (who: Caller, value: string) =>
    refusalOrRows(
      who.call(files.mend, { id: String(job.id), rows: [{ n: 2, key: 'mobile', was: '12345', value }] }),
    );
  const done = await Promise.all([at(admin, '9876543219'), at(other, '9876543218')]);
  await ended(admin, job.id);
  expect(done.filter((one) => one === 'ready')).toHaveLength(1);
  expect((await rowsOf(job.id)).changes).toHaveLength(1);
});
async function refusalOrRows(asked: Promise<{ rows: { outcome: string }[] } | undefined>): Promise<string> {
  try {
    return (await asked)?.rows[0]?.outcome ?? '';
  } catch (error) {
    return (error as { body: { code: string } }).body.code;
  }
}

test('corrections during application and after undo are rejected', async () => {
  const job = await start(head + bad('VH1'), { isDryRun: true });
  const one = { n: 2, key: 'mobile', was: '12345', value: '9876543219' };
  const [applied, mended] = await Promise.all([
    refusalOrDone(admin.call(files.apply, { id: String(job.id) })),
    refusalOrDone(admin.call(files.mend, { id: String(job.id), rows: [one] })),
  ]);
  expect([applied, mended].toSorted()).toEqual(['IMPORT_NOT_READY', 'done']);
  await ended(admin, job.id);
  if (applied !== 'done') await admin.call(files.apply, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await loansLike('VH%')).toMatchObject([{ mobile: mended === 'done' ? '9876543219' : null }]);
  await admin.call(files.undo, { id: String(job.id), stays: 0 });
  await ended(admin, job.id);
  expect((await refusal(admin.call(files.mend, { id: String(job.id), rows: [one] }))).body.code).toBe(
    'IMPORT_NOT_READY',
  );
});
async function refusalOrDone(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'done';
  } catch (error) {
    return (error as { body: { code: string } }).body.code;
  }
}

test('a correction reports that the value is unchanged if its loan changes before its job runs', async () => {
  const job = await start(head + bad('VL1'));
  await server.database.transaction(async (tx) => {
    // Another import of this client is running.
    for (const turn of [2, 3]) await tx.run(sql`select pg_advisory_xact_lock(7064, ${turn}::int)`);
    const rows = [{ n: 2, key: 'mobile', was: '12345', value: '9876543219' }];
    expect((await admin.call(files.mend, { id: String(job.id), rows }))?.rows[0]?.outcome).toBe('ready');
    await tx.run(sql`update loans set mobile = '9876500077' where loan_number = 'VL1'`);
  });
  await ended(admin, job.id);
  expect(await loansLike('VL%')).toMatchObject([{ mobile: '9876500077' }]);
  expect((await rowsOf(job.id)).changes).toMatchObject([{ field: 'MOBILE', outcome: 'changed' }]);
});

test('rejected rows of an erased borrower are not stored again by another correction', async () => {
  const job = await start(`${head}VM1,Asha,,,,1\nVM1,Asha,,,,1\nVM2,,9876543210,,,1\nVM3,,,,,1\n`);
  await erase('VM1');
  await mend(job.id, { n: 4, key: 'name', was: '', value: 'Uma' });
  expect((await rowsOf(job.id)).rows.map(({ loanNumber }) => loanNumber)).toEqual(['VM3']);
});

test('formulas and oversized values are rejected, and invisible characters removed', async () => {
  const job = await start(
    `LOAN NUMBER,BORROWER NAME,MOBILE,PINCODE\nVI1,Asha,"=HYPERLINK(""http://x"")",68200\n`,
  );
  const was = '=HYPERLINK("http://x")';
  for (const value of ['=1+1', '@SUM(A1)', "'", '0'])
    expect(await mend(job.id, { n: 2, key: 'mobile', was, value })).toMatchObject([{ 2: 'wrong' }]);
  const rows = [{ n: 2, key: 'pincode', was: '68200', value: '6'.repeat(10_000) }];
  expect(await refusal(admin.call(files.mend, { id: String(job.id), rows }))).toMatchObject({
    body: { code: 'INVALID_INPUT' },
  });
  const value = '\u200b98765\u200b43219';
  expect(await mend(job.id, { n: 2, key: 'mobile', was, value })).toMatchObject([{ 2: 'ready' }]);
  expect(await loansLike('VI%')).toMatchObject([{ mobile: '9876543219' }]);
});

test('of 5,000 skipped cells 1,000 are listed, the remainder numbered, and the next ones paged', async () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `VJ${i},Asha,12345\n`).join('');
  const job = await start(`LOAN NUMBER,BORROWER NAME,MOBILE\n${lines}`);
  const first = await rowsOf(job.id);
  expect([first.rows.length, first.more]).toEqual([1000, 4000]);
  await mend(job.id, { n: 2, key: 'mobile', was: '12345', value: '9876543219' });
  const next = await rowsOf(job.id);
  expect([next.rows.length, next.more]).toEqual([1000, 3999]);
  expect(next.rows.at(-1)?.n).toBe(1002);
});

test('an Aadhaar number is stored of no column, and a loan number of twelve figures is', async () => {
  const text = 'MOBILE,PINCODE,PAN,DPD,ADDRESS';
  const cells = '234567890124,2345 6789 0124,Aadhaar 234567890124,234567890124,1 Main Road';
  const job = await start(
    `LOAN NUMBER,BORROWER NAME,${text}\n234567890125,Asha,${cells}\n234567890126,,${cells}\n`,
  );
  const { rows } = await rowsOf(job.id);
  expect(rows.map(({ n, loanNumber, key, value }) => [n, loanNumber, key, value])).toEqual([
    [3, '234567890126', 'name', ''],
    [2, '234567890125', 'dpd', ''],
    [2, '234567890125', 'mobile', ''],
    [2, '234567890125', 'pan', ''],
    [2, '234567890125', 'pincode', ''],
  ]);
  const errors = (await errorsOf(admin, job)).join();
  expect(JSON.stringify([job.notices, errors])).not.toMatch(/2345 ?6789 ?0124/);
  expect(errors).toContain('234567890126');
});

test('a corrected PAN of another borrower leaves two borrowers, and a DNC mobile remains listed', async () => {
  const job = await start(
    'LOAN NUMBER,BORROWER NAME,MOBILE,PAN\nVN1,Asha,9876543210,ABCPX1234F\nVN2,Om,12345,ABC\n',
  );
  await server.database.run(sql`
    insert into dnc_numbers (loan_id, mobile, status) select id, mobile, 'active' from loans where loan_number = 'VN1'`);
  const numbers = sql`select mobile, status from dnc_numbers where mobile = '9876543210'`;
  const before = await server.database.rows(numbers);
  await mend(
    job.id,
    { n: 3, key: 'pan', was: 'ABC', value: 'ABCPX1234F' },
    { n: 3, key: 'mobile', was: '12345', value: '9876543210' },
  );
  expect(
    await server.database.one(sql`
      select count(distinct borrower_id)::int as people, count(*)::int as loans from loans where loan_number like 'VN%'`),
  ).toEqual({ people: 2, loans: 2 });
  expect(await loansLike('VN2')).toMatchObject([{ mobile: '9876543210', pan: 'ABCXXXXXXF' }]);
  expect(await server.database.rows(numbers)).toEqual(before);
});

test('loans a complete list lacks are not named after their borrower is erased', async () => {
  await start(`${head}VO1,Ashalata,9876543210,,,1\n`);
  const job = await start(`${head}VO2,Om,9876543210,,,1\n`, { isNewRecords: true, isDryRun: true });
  await server.database.run(
    sql`update file_jobs set first_missing = ${JSON.stringify([
      { loanNumber: 'VO1', name: 'Ashalata' },
      { loanNumber: 'VO3', name: 'Om' },
    ])}::jsonb where id = ${job.id}`,
  );
  await erase('VO1');
  expect((await ended(admin, job.id)).firstMissing).toEqual([{ loanNumber: 'VO3', name: 'Om' }]);
});
