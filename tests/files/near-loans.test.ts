/** New loan numbers nearly equal to those of other loans are questions, never second loans. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file', 'upload_payments_file', 'list_borrower_collection');
});
afterAll(() => server.stop());

const file = (...rows: string[]): string =>
  ['LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS', ...rows].join('\r\n');
const loansLike = async (like: string): Promise<string[]> =>
  (
    await server.database.rows<{ number: string }>(
      sql`select loan_number as number from loans where loan_number ~ ${like} order by 1`,
    )
  ).map(({ number }) => number);
async function check(body: string) {
  const fileKey = await deliver(admin, body);
  const job = await admin.call(files.parse, {
    fileKey,
    type: 'CUSTOMER_FILE',
    clientId: 1,
    portfolioId: 1,
    isDryRun: true,
  });
  return ended(admin, job.id);
}
async function apply(id: number) {
  await admin.call(files.apply, { id: String(id) });
  return ended(admin, id);
}
const questionsOf = (id: number) => admin.call(files.questions, { id: String(id) });
async function answer(id: number, more: object) {
  const { open } = await admin.call(files.answer, { id: String(id), ...more });
  return { open, check: await ended(admin, id) };
}

test('a check shows new loan numbers next to similar existing ones', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0081000001,Asha Rao,9876501001,100,120', 'B8100002,Om,,1,1'));
  const job = await check(
    file('81000001,Asha Rao,9876501001,100,130', 'b8100002,Om,,1,1', '81777777,Uma,9876501003,5,5'),
  );
  expect(job).toMatchObject({ correctRecords: 3, questionsCount: 2, isDryRun: true });
  const { rows, count, open } = await questionsOf(job.id);
  expect([count, open]).toEqual([2, 2]);
  expect(rows[0]).toEqual({
    n: 2,
    isSame: null,
    file: {
      loanNumber: '81000001',
      n: 2,
      name: 'Asha Rao',
      mobile: 'XXXXXX1001',
      principalOutstanding: 100,
      totalOutstanding: 130,
    },
    like: {
      loanNumber: '0081000001',
      n: null,
      name: 'Asha Rao',
      mobile: 'XXXXXX1001',
      principalOutstanding: 100,
      totalOutstanding: 120,
    },
  });
  expect(await refusal(admin.call(files.apply, { id: String(job.id) }))).toMatchObject({
    body: { code: 'LOANS_NOT_ANSWERED' },
  });
});

test('an automated upload is pending while its loan numbers are in question', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0082000001,Asha,9876501001,100,120'));
  const held = await send(
    admin,
    'CUSTOMER_FILE',
    file('82000001,Asha,9876501001,100,130', '82000009,Uma,9876501002,5,5'),
  );
  expect(held).toMatchObject({ status: 'completed', isDryRun: true, questionsCount: 1 });
  expect(held.errorMsg).toMatch(/^Held: new loan numbers/);
  expect(await loansLike('8200000')).toEqual(['0082000001']);
  expect((await answer(held.id, { rows: [{ n: 2, likeNumber: '0082000001', isSame: true }] })).open).toBe(0);
  const done = await apply(held.id);
  expect(done).toMatchObject({ isDryRun: false, newLoansCount: 1, existLoansCount: 1, questionsCount: 0 });
  expect(await loansLike('8200000')).toEqual(['0082000001', '82000009']);
  expect(
    await server.database.one(
      sql`select total_outstanding as tos from loans where loan_number = '0082000001'`,
    ),
  ).toEqual({ tos: 13000 });

  // The next day's file, and payments under the other number, are about the same loan without a question.
  const next = await send(admin, 'CUSTOMER_FILE', file('82000001,Asha,9876501001,100,140'));
  expect(next).toMatchObject({ isDryRun: false, newLoansCount: 0, existLoansCount: 1 });
  const paid = await send(
    admin,
    'PAYMENT_FILE',
    'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT\r\n82000001,UTR 512345678901,28-10-2026,10',
  );
  expect(paid).toMatchObject({ correctRecords: 1, existLoansCount: 1 });
  const found = await admin.call(loans.list, { q: '82000001' });
  expect(found.rows.map(({ loanNumber }) => loanNumber)).toEqual(['0082000001']);
});

test('loan numbers with other zeros or dividers inside are questions', async () => {
  await send(
    admin,
    'CUSTOMER_FILE',
    file('SVM-0087,Asha,,1,1', 'LN00870001,Om,,1,1', 'PL/2024/00087,Uma,,1,1', '87-3,Ira,,1,1'),
  );
  const held = await send(
    admin,
    'CUSTOMER_FILE',
    file('SVM/87,Asha,,2,2', 'LN870001,Om,,2,2', 'PL-2024-87,Uma,,2,2', '8-73,Bela,,2,2', 'SVM-870,Eva,,2,2'),
  );
  expect(held).toMatchObject({ isDryRun: true, questionsCount: 3 });
  const { rows } = await questionsOf(held.id);
  expect(rows.map(({ file: { loanNumber }, like }) => `${loanNumber} ${like.loanNumber}`)).toEqual([
    'SVM/87 SVM-0087',
    'LN870001 LN00870001',
    'PL-2024-87 PL/2024/00087',
  ]);
});

test('loans confirmed as different both exist, and are no question again', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0083000001,Asha,9876501001,100,120'));
  const body = file('83000001,Bela,9876501002,7,7', '083000001,Cara,9876501003,8,8');
  const held = await send(admin, 'CUSTOMER_FILE', body);
  expect(held).toMatchObject({ isDryRun: true, questionsCount: 3 });
  expect((await answer(held.id, { all: false })).open).toBe(0);
  expect(await apply(held.id)).toMatchObject({ newLoansCount: 2 });
  expect(await loansLike('83000001')).toEqual(['0083000001', '083000001', '83000001']);
  expect(await send(admin, 'CUSTOMER_FILE', body)).toMatchObject({ isDryRun: false, existLoansCount: 2 });
});

test('one answer for all creates no duplicate loan, also among the rows of a file', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0084000001,Asha,,1,1', '0084000002,Om,,1,1'));
  const held = await send(
    admin,
    'CUSTOMER_FILE',
    file('84000001,Asha,,2,2', '84000002,Om,,2,2', 'X84,Uma,,3,3', 'x84,Uma,,3,3', '0x84,Uma,,3,3'),
  );
  expect(held).toMatchObject({ isDryRun: true, questionsCount: 5 });
  const counts = { newLoansCount: 1, existLoansCount: 2, incorrectRecords: 2 };
  const { open, check: counted } = await answer(held.id, { all: true });
  expect([open, counted]).toEqual([0, expect.objectContaining({ ...counts, isDryRun: true })]);
  expect(await apply(held.id)).toMatchObject(counts);
  expect(await loansLike('84')).toEqual(['0084000001', '0084000002', 'X84']);
});

test('a number that a spreadsheet rounded is a question, and numbers counted up are none', async () => {
  await send(
    admin,
    'CUSTOMER_FILE',
    file(
      '8512345678901234,Asha,9876501001,1,1',
      '8599999999999911,Om,9876501002,1,1',
      '8599999999999912,Uma,9876501003,1,1',
    ),
  );
  const rounded = await check(file('8512345678901230,Asha,9876501001,1,1'));
  expect(rounded.questionsCount).toBe(1);
  const rising = await check(
    file('8599999999999913,Ira,9876501004,1,1', '8599999999999910,Ila,9876501005,1,1'),
  );
  expect(rising.questionsCount).toBe(0);
  const ofOne = await check(
    file('8599999999999913,Ira,9876501004,1,1', '8599999999999910,Om,9876501002,1,1'),
  );
  expect(ofOne.questionsCount).toBe(1);
});

test('loans of another portfolio are named by the check and stay there', async () => {
  const lab = await server.database.one<{ id: number }>(
    sql`insert into portfolios (client_id, name) values (1, 'Lab Two') returning id`,
  );
  const to = { clientId: 1, portfolioId: lab?.id ?? 0 };
  await send(admin, 'CUSTOMER_FILE', file('86000001,Asha,9876501001,1,1', '86000002,Om,,1,1'), to);
  const job = await check(file('86000001,Asha,9876501001,1,1', '86000003,Uma,,1,1'));
  expect(job).toMatchObject({ elsewhereLoansCount: 1, elsewhereLoans: [{ name: 'Lab Two', count: 1 }] });
});

test('questions of a lender are seen and answered by those who may upload its file', async () => {
  const held = await check(file('081000001,Asha Rao,9876501001,100,130'));
  const other = await server.as('upload_payments_file');
  expect(await refusal(other.call(files.questions, { id: String(held.id) }))).toMatchObject({
    body: { code: 'FORBIDDEN' },
  });
  expect(await refusal(other.call(files.answer, { id: String(held.id), all: true }))).toMatchObject({
    body: { code: 'FORBIDDEN' },
  });
});

test("the check is repeated after the last answer, and the row with the loan's number is imported", async () => {
  await send(admin, 'CUSTOMER_FILE', file('0088000001,Asha,9876501001,100,120', '0088000002,Om,,1,1'));
  const job = await check(
    file('88000001,Asha,9876501001,100,130', '0088000001,Asha,9876501001,100,140', '88000002,Om,,1,2'),
  );
  expect(job).toMatchObject({ correctRecords: 3, newLoansCount: 2, existLoansCount: 1, questionsCount: 2 });
  const answerOf = (n: number, likeNumber: string, isSame: boolean) =>
    answer(job.id, { rows: [{ n, likeNumber, isSame }] });
  expect((await answerOf(2, '0088000001', true)).open).toBe(1);
  expect((await answerOf(4, '0088000002', true)).check).toMatchObject({
    isDryRun: true,
    correctRecords: 2,
    incorrectRecords: 1,
    newLoansCount: 0,
    existLoansCount: 2,
    firstErrors: [{ n: 2, reason: 'duplicate loan number in file' }],
  });
  // An answer can be changed until the file is applied.
  expect((await questionsOf(job.id)).rows.map(({ n, isSame }) => [n, isSame])).toEqual([
    [2, true],
    [4, true],
  ]);
  const counts = { correctRecords: 2, incorrectRecords: 1, newLoansCount: 1, existLoansCount: 1 };
  expect((await answerOf(4, '0088000002', false)).check).toMatchObject(counts);
  expect(await apply(job.id)).toMatchObject({ ...counts, isDryRun: false, questionsCount: 0 });
  expect(await loansLike('8800000')).toEqual(['0088000001', '0088000002', '88000002']);
  expect(
    await server.database.one(
      sql`select total_outstanding as tos from loans where loan_number = '0088000001'`,
    ),
  ).toEqual({ tos: 14_000 });
});
