/** An entire column of rejected cells is read differently in one step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, errorsOf } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_payments_file', 'upload_borrower_file');
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
    select 1, 1, b.id, 'CP' || n, 50000000 from b, generate_series(1, 3) n`);
});
afterAll(() => server.stop());

const head = 'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT\n';
async function start(rows: readonly string[], more: object = {}, header = head) {
  const fileKey = await deliver(admin, header + rows.join('\n'));
  const job = await admin.call(files.parse, {
    fileKey,
    type: 'PAYMENT_FILE',
    clientId: 1,
    portfolioId: 1,
    ...more,
  });
  return ended(admin, job.id);
}
const rowsOf = (id: number) => admin.call(files.rows, { id: String(id) });
type Reading = 'dayFirst' | 'monthFirst' | 'decimalComma' | 'leaveOut';
const fix = (id: number, key: string, reason: string, reading: Reading, isPreview = false) =>
  admin.call(isPreview ? files.previewColumn : files.fixColumn, { id: String(id), key, reason, reading });
const paid = (like: string) =>
  server.database.rows<{ day: string; amount: number }>(
    sql`select payment_date as day, amount from payments where transaction_id like ${like} order by transaction_id`,
  );
const ambiguous = 'date ambiguous';

test('more rows than shown are corrected in one step, after a preview of the first ones', async () => {
  const many = 1150;
  const job = await start([
    'CP1,CA-0,05-01-2026,10',
    ...Array.from({ length: many }, (_, i) => `CP1,CA-${i + 1},05-02-26,10`),
    'CP1,CA-X,31-02-26,10',
    'CP1,CA-Y,soon,10',
  ]);
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: many + 2 });
  const seen = await rowsOf(job.id);
  expect(seen?.groups).toEqual([
    {
      key: 'paymentDate',
      field: 'PAYMENT DATE',
      reason: ambiguous,
      count: many + 1,
      leftOut: 0,
      readings: ['dayFirst', 'monthFirst', 'yearFirst'],
    },
    expect.objectContaining({ reason: 'date not understood', count: 1 }),
  ]);
  const shown = await fix(job.id, 'paymentDate', ambiguous, 'dayFirst', true);
  expect(shown).toMatchObject({ fits: many, left: 1 });
  expect(shown.rows[0]).toEqual({ n: 3, was: '05-02-26', now: '2026-02-05' });
  expect(await paid('CA-%')).toHaveLength(1);
  expect((await fix(job.id, 'paymentDate', ambiguous, 'dayFirst')).fits).toBe(many);
  const taken = await ended(admin, job.id);
  expect(taken).toMatchObject({
    status: 'completed',
    correctRecords: many + 1,
    incorrectRecords: 2,
  });
  const days = await paid('CA-%');
  expect([days.length, new Set(days.map(({ day }) => day))]).toEqual([
    many + 1,
    new Set(['2026-01-05', '2026-02-05']),
  ]);
  expect(await errorsOf(admin, taken)).toHaveLength(2);
  const after = await rowsOf(job.id);
  expect(after?.rows.map(({ n }) => n)).toEqual([many + 3, many + 4]);
  expect(after?.columns).toMatchObject([{ field: 'PAYMENT DATE', reading: 'dayFirst', rows: many }]);
  // Another row is corrected later: imported ones are unchanged.
  await changePayments(
    server.database,
    sql`update payments set payment_date = '2026-03-03' where transaction_id = 'CA-1'`,
  );
  await admin.call(files.mend, {
    id: String(job.id),
    rows: [{ n: many + 4, key: 'paymentDate', was: 'soon', value: '06-02-2026' }],
  });
  await ended(admin, job.id);
  expect((await paid('CA-1'))[0]?.day).toBe('2026-03-03');
  expect(await paid('CA-Y')).toEqual([{ day: '2026-02-06', amount: 1000 }]);
});

test('two wrong columns of one row are corrected one after the other, also of a file that is only checked', async () => {
  const job = await start(['CP2,CB-1,05/02/26,"1.355,90"', 'CP2,CB-2,05/02/26,"2.000,00"'], {
    isDryRun: true,
  });
  expect(job).toMatchObject({ correctRecords: 0, incorrectRecords: 2 });
  const amount = 'amount not understood';
  for (const reason of [amount, ambiguous])
    for (const { key, reason: found } of (await rowsOf(job.id))?.groups ?? [])
      if (found === reason) {
        await fix(job.id, key, reason, reason === amount ? 'decimalComma' : 'dayFirst');
        await ended(admin, job.id);
      }
  const ready = await admin.call(files.job, { id: String(job.id) });
  expect(ready).toMatchObject({ correctRecords: 2, incorrectRecords: 0, isDryRun: true });
  expect(await paid('CB-%')).toEqual([]);
  await admin.call(files.apply, { id: String(job.id) });
  expect(await ended(admin, job.id)).toMatchObject({ isDryRun: false, correctRecords: 2 });
  expect(await paid('CB-%')).toEqual([
    { day: '2026-02-05', amount: 135_590 },
    { day: '2026-02-05', amount: 200_000 },
  ]);
});

test('a required column cannot be skipped, a reading must fit its kind, and an undone file is not corrected', async () => {
  const job = await start(['CP3,CC-1,05/02/26,10', 'CP3,CC-2,06/02/2026,10']);
  const code = async (call: Promise<unknown>) => (await refusal(call)).body.code;
  expect(await code(fix(job.id, 'paymentDate', ambiguous, 'leaveOut'))).toBe('INVALID_INPUT');
  expect(await code(fix(job.id, 'amount', ambiguous, 'dayFirst'))).toBe('INVALID_INPUT');
  expect(await code(fix(job.id, 'paymentDate', 'no such reason', 'dayFirst'))).toBe('INVALID_INPUT');
  const stranger = await server.as('upload_borrower_file');
  expect(
    await code(
      stranger.call(files.fixColumn, {
        id: String(job.id),
        key: 'paymentDate',
        reason: ambiguous,
        reading: 'dayFirst',
      }),
    ),
  ).toBe('FORBIDDEN');
  await admin.call(files.undo, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await code(fix(job.id, 'paymentDate', ambiguous, 'dayFirst'))).toBe('IMPORT_NOT_READY');
});

const loanHead = 'LOAN NUMBER,BORROWER NAME,TOS,DOB,EMI START DATE\n';
const take = (rows: readonly string[], more: object = {}) =>
  start(rows, { type: 'CUSTOMER_FILE', ...more }, loanHead);
const days = (like: string) =>
  server.database.rows<{ n: string; dob: string | null; emi: string | null }>(sql`
    select l.loan_number as n, b.dob::text, l.emi_start_date::text as emi from loans l join borrowers b on b.id = l.borrower_id
    where l.loan_number like ${like} order by length(l.loan_number), l.loan_number`);
const noticed = (job: { notices: { column: string; kind: string; count: number }[] }) =>
  Object.fromEntries(
    job.notices.flatMap((one) => (one.kind === 'left-out' ? [[one.column, one.count]] : [])),
  );

test('an uploader reads skipped dates of 1,150 loans in one step, and an undo reverts them', async () => {
  const many = 1150;
  await take(['LO1,Asha,100,,04-05-2020']);
  const job = await take([
    'LO1,Asha,100,,25-04-24',
    ...Array.from({ length: many - 1 }, (_, i) => `LO${i + 2},Bela,100,25-04-24,25-04-24`),
  ]);
  expect(job).toMatchObject({ correctRecords: many, incorrectRecords: 0 });
  expect(noticed(job)).toEqual({ DOB: many - 1, 'EMI START DATE': many });
  const groups = (await rowsOf(job.id))?.groups ?? [];
  expect(groups.map(({ key, count, leftOut }) => [key, count, leftOut])).toEqual([
    ['emiStartDate', many, many],
    ['dob', many - 1, many - 1],
  ]);
  expect(groups[0]?.readings).toEqual(['dayFirst', 'monthFirst', 'yearFirst']);
  await server.database.run(sql`update loans set emi_start_date = '2021-01-01' where loan_number = 'LO2'`);
  await take(['LO3,Bela,100,,']);
  const reason = groups[0]?.reason ?? '';
  const shown = await fix(job.id, 'emiStartDate', reason, 'dayFirst', true);
  expect(shown).toMatchObject({ fits: many, left: 0, unchanged: 2 });
  expect(shown.rows[0]).toEqual({ n: 2, was: '25-04-24', now: '2024-04-25' });
  for (const { key, reason: why } of groups) {
    await fix(job.id, key, why, 'dayFirst');
    await ended(admin, job.id);
  }
  const after = await admin.call(files.job, { id: String(job.id) });
  expect([after?.correctRecords, noticed(after ?? job), await errorsOf(admin, after ?? job)]).toEqual([
    many,
    {},
    [],
  ]);
  const found = await days('LO%');
  expect(found.slice(0, 4)).toEqual([
    { n: 'LO1', dob: null, emi: '2024-04-25' },
    { n: 'LO2', dob: '2024-04-25', emi: '2021-01-01' },
    { n: 'LO3', dob: null, emi: null },
    { n: 'LO4', dob: '2024-04-25', emi: '2024-04-25' },
  ]);
  expect(found.filter(({ dob, emi }) => dob === '2024-04-25' && emi === '2024-04-25')).toHaveLength(many - 3);
  expect((await rowsOf(job.id))?.groups).toEqual([]);
  expect((await rowsOf(job.id))?.columns.at(-1)).toMatchObject({
    unchanged: 2,
    named: [
      { n: 3, loanNumber: 'LO2', outcome: 'changed' },
      { n: 4, loanNumber: 'LO3', outcome: 'followed' },
    ],
  });
  await admin.call(files.undo, { id: String(job.id), stays: 2 });
  await ended(admin, job.id);
  expect((await days('LO%')).map(({ n, emi }) => [n, emi])).toEqual([
    ['LO1', '2020-05-04'],
    ['LO2', '2021-01-01'],
  ]);
});

test('amounts with a comma before the paise are read before and after a file is applied, and twice on one loan', async () => {
  const header = 'LOAN NUMBER,BORROWER NAME,TOS,CLIENT BORROWER ID,DOB,EMI AMOUNT\n';
  const rows = [
    'LP1,Asha,100,LP,25-04-24,"1.355,90"',
    'LP2,Asha,100,LP,26-04-24,"2.000,50"',
    'LP3,Bela,100,,,x',
  ];
  // A second row of a loan is rejected permanently.
  rows.push('LP3,Bela,100,,25-04-24,5');
  const more = { type: 'CUSTOMER_FILE' };
  const emis = () =>
    server.database
      .rows(sql`select l.emi_amount as emi, b.dob::text, l.dpd from loans l join borrowers b on b.id = l.borrower_id
      where l.loan_number like 'LP%' order by l.loan_number`);
  const correct = async (id: number, key: string, reading: Reading) => {
    const group = (await rowsOf(id))?.groups.find((one) => one.key === key);
    const { fits, left } = await fix(id, key, group?.reason ?? '', reading);
    await ended(admin, id);
    return { fits, left };
  };
  const checked = await start(rows, { ...more, isDryRun: true }, header);
  expect(await correct(checked.id, 'emiAmount', 'decimalComma')).toEqual({ fits: 2, left: 1 });
  expect(await emis()).toEqual([]);
  await admin.call(files.apply, { id: String(checked.id) });
  const job = await ended(admin, checked.id);
  expect(noticed(job)).toEqual({ DOB: 2, 'EMI AMOUNT': 1 });
  await server.database.run(sql`update loans set dpd = 7 where loan_number = 'LP1'`);
  // Both loans belong to one borrower: the last row is used.
  expect((await correct(job.id, 'dob', 'dayFirst')).fits).toBe(1);
  expect(await emis()).toEqual([
    { emi: 135_590, dob: '2024-04-26', dpd: 7 },
    { emi: 200_050, dob: '2024-04-26', dpd: null },
    { emi: null, dob: null, dpd: null },
  ]);
  const lines = await errorsOf(admin, await ended(admin, job.id));
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual([2, 4, 5]);
});
