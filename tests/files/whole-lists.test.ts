import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { importText } from '../../src/contexts/files/text/en/imports.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file');
});
afterAll(() => server.stop());

const head = 'LOAN NUMBER,BORROWER NAME,DOB,POS\n';
const rowsOf = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `W${from + i},Person ${from + i},,1\n`).join('');

let portfolio = 70;
const here = () => ({ clientId: 1, portfolioId: portfolio });
/** Each test has a separate portfolio with loans W1 to W`count`. */
async function lenderWith(count: number): Promise<void> {
  const { database } = server;
  await database.run(sql`delete from loans`);
  await database.run(sql`
    with person as (
      insert into borrowers (client_id, name) select 1, 'Person ' || n from generate_series(1, ${count}::int) n
      returning id, name)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name)
    select 1, ${portfolio}, id, replace(name, 'Person ', 'W'), name from person`);
}
beforeEach(async () => {
  portfolio += 1;
  await server.database.run(
    sql`insert into portfolios (id, client_id, name) values (${portfolio}, 1, ${`Whole ${portfolio}`})`,
  );
});

async function send(body: string, more: object = {}) {
  const fileKey = await deliver(admin, body);
  const job = await admin.call(files.parse, { fileKey, type: 'CUSTOMER_FILE', ...here(), ...more });
  return ended(admin, job.id);
}
const whole = { isNewRecords: true };
const checked = { ...whole, isDryRun: true };
const active = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*) as n from loans where portfolio_id = ${portfolio} and is_active`,
    )
  )?.n ?? 0;
const apply = async (id: number, missing?: number) => {
  await admin.call(files.apply, { id: String(id), missing });
  return ended(admin, id);
};

test('loans missing in a complete list become inactive, and are restored by its undo', async () => {
  await lenderWith(100);
  const job = await send(head + rowsOf(6, 100), whole);
  expect(job).toMatchObject({ isNewRecords: true, isDryRun: false, missingLoansCount: 5, errorMsg: null });
  expect(await active()).toBe(95);
  await admin.call(files.undo, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await active()).toBe(100);
});

test.each([
  ['a header alone', ''],
  ['refused rows alone', 'W1,,17-04-1980,1\nW2,,,1\n'],
])('%s deactivates no loan', async (_, rows) => {
  await lenderWith(20);
  const job = await send(head + rows, whole);
  expect(job).toMatchObject({ missingLoansCount: 0, missingToConfirm: null, isDryRun: false });
  expect(await active()).toBe(20);
});

test('a loan in a rejected row is not missing', async () => {
  await lenderWith(20);
  const rows = `W1,,17-04-1980,1\nW2,,,1\nW3,Bela,,1\nW3,Bela,,1\n${rowsOf(4, 19)}`;
  expect(await send(head + rows, whole)).toMatchObject({ incorrectRecords: 3, missingLoansCount: 1 });
  const gone = sql`select loan_number as "loanNumber" from loans where not is_active`;
  expect(await server.database.rows(gone)).toEqual([{ loanNumber: 'W20' }]);
});

test.each([
  ['has no number', ',Asha,,1\n'],
  ['breaks off', 'W1'],
])('nothing becomes inactive for a file with a row that %s', async (_, row) => {
  await lenderWith(100);
  expect(await send(head + rowsOf(3, 100) + row, whole)).toMatchObject({
    missingLoansCount: 0,
    unclearRecords: 1,
  });
  expect(await active()).toBe(100);
});

test.each([
  ['more than one in twenty', 20, 2],
  ['more than fifty', 2000, 51],
])('%s become inactive only when their number is confirmed', async (_, count, missing) => {
  await lenderWith(count);
  const file = head + rowsOf(missing + 1, count);
  const job = await send(file, checked);
  expect(job).toMatchObject({
    missingLoansCount: missing,
    activeLoansCount: count,
    missingToConfirm: missing,
    errorMsg: null,
  });
  expect(job.firstMissing[0]).toEqual({ loanNumber: 'W1', name: 'Person 1' });
  expect(job.firstMissing).toHaveLength(Math.min(missing, 20));
  const { url } = await admin.call(files.readLink, { key: job.missingFileKey ?? '' });
  const lines = (await (await admin.fetch(url)).text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(missing + 1);
  expect(lines[1]).toBe('"W1","Person 1",0');
  for (const wrong of [undefined, 0, missing - 1, missing + 1]) {
    const refused = await refusal(apply(job.id, wrong));
    expect(refused.body).toMatchObject({ code: 'MISSING_NOT_CONFIRMED', facts: { count: missing } });
  }
  expect(await active()).toBe(count);
  expect(await apply(job.id, missing)).toMatchObject({ isDryRun: false, missingLoansCount: missing });
  expect(await active()).toBe(count - missing);
});

test('many loans become inactive in batches, and are restored together', async () => {
  await lenderWith(620);
  const job = await send(head + rowsOf(601, 620), checked);
  expect(await apply(job.id, 600)).toMatchObject({ missingLoansCount: 600, errorMsg: null });
  expect(await active()).toBe(20);
  // Users work on these loans: no transaction locked more than a batch.
  const pieces = await server.database.rows<{ n: number }>(
    sql`select count(*)::int as n from loans where not is_active group by changed_tx order by changed_tx::text::bigint`,
  );
  expect(pieces.map(({ n }) => n)).toEqual([500, 100]);
  await admin.call(files.undo, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await active()).toBe(620);
});

test('an unreviewed complete list is pending, and applied when a user confirms the number', async () => {
  await lenderWith(20);
  const before = await server.database.rows(sql`select * from loans order by id`);
  const held = await send(`${head}W1,Changed,,5\nW99,New,,1\n`, whole);
  expect(held).toMatchObject({
    status: 'completed',
    isDryRun: true,
    canUndo: false,
    errorMsg: importText.held.list,
    missingToConfirm: 19,
    newLoansCount: 1,
    existLoansCount: 1,
  });
  expect(await server.database.rows(sql`select * from loans order by id`)).toEqual(before);
  expect(await apply(held.id, 19)).toMatchObject({ isDryRun: false, canUndo: true, errorMsg: null });
  expect(await active()).toBe(2);
});

test('more loans than confirmed make the list pending again', async () => {
  await lenderWith(20);
  const job = await send(head + rowsOf(3, 20), checked);
  expect(job.missingToConfirm).toBe(2);
  await send(`${head}X1,Late,,1\n`);
  expect(await apply(job.id, 2)).toMatchObject({
    isDryRun: true,
    missingToConfirm: 3,
    errorMsg: importText.held.list,
  });
  expect(await active()).toBe(21);
  expect(await apply(job.id, 3)).toMatchObject({ isDryRun: false, missingLoansCount: 3 });
});
