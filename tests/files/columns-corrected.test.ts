/** A whole column of refused cells is read in another way in one step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, errorsOf } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_payments_file');
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
    select 1, 1, b.id, 'CP' || n, 50000000 from b, generate_series(1, 3) n`);
});
afterAll(() => server.stop());

const head = 'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT\n';
async function start(rows: readonly string[], more: object = {}) {
  const fileKey = await deliver(admin, head + rows.join('\n'));
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

test('more rows than are shown are corrected in one step, after a look at the first of them', async () => {
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
  // Another row is corrected later: those that were taken in stay as they are.
  await server.database.run(
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

test('a column that is needed is not left out, a reading must fit its kind, and an undone file is not corrected', async () => {
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
