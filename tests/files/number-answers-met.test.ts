/** Answers about near loan numbers that meet each other, an Apply, a correction or an erasure. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file', 'upload_payments_file', 'list_borrower_collection');
});
afterAll(() => server.stop());

const file = (...rows: string[]): string =>
  ['LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS', ...rows].join('\r\n');
async function check(body: string) {
  const fileKey = await deliver(admin, body);
  const to = { type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1, isDryRun: true } as const;
  const job = await admin.call(files.parse, { fileKey, ...to });
  return ended(admin, job.id);
}
async function answer(id: number, all: boolean) {
  await admin.call(files.answer, { id: String(id), all });
  return ended(admin, id);
}
async function apply(id: number) {
  await admin.call(files.apply, { id: String(id) });
  return ended(admin, id);
}
const loansLike = async (like: string): Promise<string[]> =>
  (
    await server.database.rows<{ number: string }>(
      sql`select loan_number as number from loans where loan_number ~ ${like} order by 1`,
    )
  ).map(({ number }) => number);
const answersOf = async (q: string) => (await admin.call(loans.numberAnswers, { q })).rows;
const codeOf = async (asked: Promise<unknown>): Promise<string> => {
  try {
    await asked;
    return 'done';
  } catch (error) {
    return (error as { body: { code: string } }).body.code;
  }
};

test('one loan confirmed as the same in both directions by two files is one loan', async () => {
  const first = await check(file('0061000001,Asha,9876501001,1,1', '61000001,Asha,9876501001,1,2'));
  const second = await check(file('61000001,Asha,9876501001,1,1', '0061000001,Asha,9876501001,1,2'));
  expect([first.questionsCount, second.questionsCount]).toEqual([1, 1]);
  await answer(first.id, true);
  await answer(second.id, true);
  await apply(first.id);
  await apply(second.id);
  expect(await loansLike('61000001')).toHaveLength(1);
  expect(await answersOf('61000001')).toHaveLength(1);
});

test('removing an answer reopens the question about a pair that was answered as different in both directions', async () => {
  const first = await check(file('0062000001,Asha,9876501001,1,1', '62000001,Asha,9876501001,1,2'));
  const second = await check(file('62000001,Asha,9876501001,1,1', '0062000001,Asha,9876501001,1,2'));
  await answer(first.id, false);
  await answer(second.id, false);
  const [one] = await answersOf('62000001');
  await admin.call(loans.askNumberAgain, { id: String(one?.id) });
  expect(await answersOf('62000001')).toEqual([]);
  const third = await check(file('0062000001,Asha,9876501001,1,1', '62000001,Asha,9876501001,1,2'));
  expect(third.questionsCount).toBe(1);
});

test('an answer is removed once, and odd ids are not found', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0063000001,Asha,9876501001,100,120'));
  const job = await check(file('63000001,Asha,9876501001,100,130'));
  await answer(job.id, true);
  const [one] = await answersOf('63000001');
  const ask = (id: string) => codeOf(admin.call(loans.askNumberAgain, { id }));
  expect((await Promise.all([ask(String(one?.id)), ask(String(one?.id))])).toSorted()).toEqual([
    'NOT_FOUND',
    'done',
  ]);
  for (const id of ['0', '-1', '999999999', '99999999999999999999', 'x', '1.5', '%00'])
    expect(['NOT_FOUND', 'INVALID_INPUT', 'BAD_REQUEST']).toContain(await ask(id));
  expect((await admin.call(loans.numberAnswers, { q: `%_'"\\` })).rows).toEqual([]);
});

test('an answer removed during Apply is either applied or reopened', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0064000001,Asha,9876501001,100,120'));
  const job = await check(file('64000001,Asha,9876501001,100,130'));
  await answer(job.id, true);
  const [one] = await answersOf('64000001');
  await Promise.all([
    codeOf(admin.call(files.apply, { id: String(job.id) })),
    codeOf(admin.call(loans.askNumberAgain, { id: String(one?.id) })),
  ]);
  const now = await ended(admin, job.id);
  expect(now.status).toBe('completed');
  expect(await loansLike('64000001')).toEqual(['0064000001']);
});

test('a rejected row under a similar loan number is not applied as a second loan by its correction', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0065000001,Asha,9876501001,100,120'));
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    file('65000001,,9876501001,100,130', '65999999,Om,9876501002,1,1'),
  );
  expect(job).toMatchObject({ isDryRun: false, incorrectRecords: 1 });
  const rows = [{ n: 2, key: 'name', was: '', value: 'Asha' }];
  await admin.call(files.mend, { id: String(job.id), rows });
  await ended(admin, job.id);
  expect((await admin.call(files.rows, { id: String(job.id) })).rows).toMatchObject([
    { n: 2, key: 'loanNumber', reason: 'nearly the number of another loan' },
  ]);
  expect(await loansLike('65000001')).toEqual(['0065000001']);
  await admin.call(files.mend, {
    id: String(job.id),
    rows: [{ n: 2, key: 'loanNumber', was: '65000001', value: '0065000001' }],
  });
  expect(await ended(admin, job.id)).toMatchObject({ correctRecords: 2, incorrectRecords: 0 });
  expect(
    await server.database.rows(
      sql`select total_outstanding as tos from loans where loan_number ~ '65000001'`,
    ),
  ).toEqual([{ tos: 13_000 }]);
});

test('questions about the loan of an erased borrower no longer name them', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0066000001,Ashalata,9876501001,100,120'));
  const job = await check(file('66000001,Ashalata,9876501001,100,130'));
  await answer(job.id, true);
  const person = await server.database.one<{ id: number }>(sql`
    update loans set is_active = false where loan_number = '0066000001' returning borrower_id as id`);
  await server.database.run(
    sql`update loans set closed_at = now() - interval '30 years' where loan_number = '0066000001'`,
  );
  await admin.call(loans.erase, { id: String(person?.id), reason: 'The borrower asked for it' });
  expect(JSON.stringify(await admin.call(files.questions, { id: String(job.id) }))).not.toContain('Ashalata');
});
