/** Answers about similar loan numbers are listed with their author, and removable so that the next file asks again. */
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
const payment = (number: string, id: string): string =>
  `LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT\r\n${number},${id},28-10-2026,10`;
/** Sends a file with the near number, answers its question and applies it. */
async function answered(number: string, like: string, isSame: boolean, who = admin): Promise<void> {
  await send(who, 'CUSTOMER_FILE', file(`${like},Asha,9876501001,100,120`));
  const held = await send(who, 'CUSTOMER_FILE', file(`${number},Asha,9876501001,100,130`));
  expect(held).toMatchObject({ isDryRun: true, questionsCount: 1 });
  await who.call(files.answer, { id: String(held.id), all: isSame });
  await ended(who, held.id);
  await who.call(files.apply, { id: String(held.id) });
  expect(await ended(who, held.id)).toMatchObject({ isDryRun: false, correctRecords: 1 });
}
const listed = async (who: Caller, q: string) => (await who.call(loans.numberAnswers, { q })).rows;
const idOf = async (q: string): Promise<string> => String((await listed(admin, q))[0]?.id);

test('an answer is listed with both numbers, their loans, its author and the time', async () => {
  await answered('91000001', '0091000001', true);
  const rows = await listed(admin, '91000001');
  const name = await server.database.one<{ name: string }>(
    sql`select first_name || ' ' || last_name as name from users where id = ${admin.id}`,
  );
  expect(rows).toMatchObject([
    {
      answer: 'same',
      number: { loanNumber: '91000001', loan: null },
      like: {
        loanNumber: '0091000001',
        loan: { name: 'Asha', isActive: true, totalOutstanding: 130 },
      },
      answeredBy: name?.name,
      answeredAt: expect.any(String) as string,
    },
  ]);
  expect((await admin.call(loans.numberAnswers, { q: '91000001', answer: 'different' })).count).toBe(0);
});

test('after its answer is removed the number is a question again and payments under it are unknown', async () => {
  await answered('92000001', '0092000001', true);
  expect(await send(admin, 'PAYMENT_FILE', payment('92000001', 'UTR712345678901'))).toMatchObject({
    correctRecords: 1,
  });
  const id = await idOf('92000001');
  await admin.call(loans.askNumberAgain, { id });
  expect(await listed(admin, '92000001')).toEqual([]);
  // Applied effects remain.
  expect(
    await server.database.rows(
      sql`select loan_number as number, total_outstanding as tos from loans where loan_number ~ '92000001'`,
    ),
  ).toEqual([{ number: '0092000001', tos: 13_000 }]);
  const held = await send(admin, 'CUSTOMER_FILE', file('92000001,Asha,9876501001,100,130'));
  expect(held).toMatchObject({ isDryRun: true, questionsCount: 1 });
  expect(held.errorMsg).toMatch(/^Held: new loan numbers/);
  expect(await send(admin, 'PAYMENT_FILE', payment('92000001', 'UTR712345678902'))).toMatchObject({
    correctRecords: 0,
    firstErrors: [{ reason: 'loan unknown' }],
  });
  expect(
    await server.database.rows(
      sql`select actor_id as by, facts from event where type = 'loans.number-asked-again'`,
    ),
  ).toMatchObject([
    {
      by: admin.id,
      facts: { clientId: 1, loanNumber: '92000001', likeNumber: '0092000001', wasSame: true },
    },
  ]);
  expect(await refusal(admin.call(loans.askNumberAgain, { id }))).toMatchObject({
    body: { code: 'NOT_FOUND' },
  });
});

test('an answered but unapplied check is pending again after its answer is removed', async () => {
  await send(admin, 'CUSTOMER_FILE', file('0093000001,Asha,9876501001,100,120'));
  const { id } = await admin.call(files.parse, {
    fileKey: await deliver(admin, file('93000001,Asha,9876501001,100,130')),
    type: 'CUSTOMER_FILE',
    clientId: 1,
    portfolioId: 1,
    isDryRun: true,
  });
  await ended(admin, id);
  await admin.call(files.answer, { id: String(id), all: true });
  expect(await ended(admin, id)).toMatchObject({ existLoansCount: 1, newLoansCount: 0 });
  await admin.call(loans.askNumberAgain, { id: await idOf('93000001') });
  expect(await admin.call(files.questions, { id: String(id) })).toMatchObject({ open: 1 });
  expect(await refusal(admin.call(files.apply, { id: String(id) }))).toMatchObject({
    body: { code: 'LOANS_NOT_ANSWERED' },
  });
});

test('two different loans that are both here become possible duplicates when their answer is removed', async () => {
  await answered('94000001', '0094000001', false);
  expect((await admin.call(loans.twins, { q: '94000001' })).count).toBe(0);
  await admin.call(loans.askNumberAgain, { id: await idOf('94000001') });
  expect((await admin.call(loans.twins, { q: '94000001' })).rows).toMatchObject([
    { kind: 'near-loan', row: { loanNumber: '94000001' }, other: { loanNumber: '0094000001' } },
  ]);
});

test('answers are listed for users with the upload permission who can see their author', async () => {
  await answered('95000001', '0095000001', true);
  const id = await idOf('95000001');
  const refused = { body: { code: 'FORBIDDEN' } };
  const without = await server.as('upload_payments_file', 'list_borrower_collection');
  expect(await refusal(without.call(loans.numberAnswers, {}))).toMatchObject(refused);
  expect(await refusal(without.call(loans.askNumberAgain, { id }))).toMatchObject(refused);
  const lender = await server.person({ roleType: 'client', clientId: 1 });
  expect(await refusal(lender.call(loans.numberAnswers, {}))).toMatchObject(refused);
  const lead = await server.person({ roleType: 'tech_lead', flags: ['upload_borrower_file'] });
  expect(await listed(lead, '95000001')).toEqual([]);
  expect(await refusal(lead.call(loans.askNumberAgain, { id }))).toMatchObject({
    body: { code: 'NOT_FOUND' },
  });
  await answered('96000001', '0096000001', true, lead);
  // The loan is not assigned to a person the team leader sees: only its number is shown.
  expect(await listed(lead, '')).toMatchObject([
    {
      number: { loanNumber: '96000001' },
      like: { loanNumber: '0096000001', loan: null },
    },
  ]);
  expect(await listed(admin, '96000001')).toHaveLength(1);
  await lead.call(loans.askNumberAgain, { id: await idOf('96000001') });
  expect(await listed(admin, '95000001')).toHaveLength(1);
});
