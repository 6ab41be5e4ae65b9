import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, type jobTypes } from '../../src/contexts/files/contract/files.ts';
import { addTag } from '../../src/contexts/loans/server/change-store.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

// Files are queued with all others on a busy host.

let server: TestServer;
let admin: Caller;
let agent: number;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'upload_borrower_file',
    'upload_payments_file',
    'upload_borrower_reassign_file',
    'list_dnc',
  );
  agent = (await server.person({ roleType: 'agent' })).id;
  await server.database.run(sql`update users set email = 'agent1@recoup.test' where id = ${agent}`);
});
afterAll(() => server.stop());

const head = 'LOAN NUMBER,BORROWER NAME,CLIENT BORROWER ID,TOTAL OUTSTANDING,AGENT EMAIL\n';
async function start(body: string, type: (typeof jobTypes)[number] = 'CUSTOMER_FILE') {
  const fileKey = await deliver(admin, body);
  const job = await admin.call(files.parse, { fileKey, type, clientId: 1, portfolioId: 1 });
  return ended(admin, job.id);
}
const check = (id: number, who = admin) => who.call(files.undoCheck, { id: String(id) });
const undo = (id: number, stays?: number, who = admin) =>
  who.call(files.undo, { id: String(id), ...(stays !== undefined && { stays }) });
const undone = async (id: number, stays?: number) => {
  await undo(id, stays);
  return ended(admin, id);
};
const code = async (answer: Promise<unknown>) => (await refusal(answer)).body;
const called = (number: string) =>
  server.database
    .run(sql`insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, dialed_at, ended_at)
    select id, ${agent}, 'outbound', 'manual', 'ended', 'busy', now(), now() from loans where loan_number = ${number}`);
const tagged = async (number: string) => {
  const loan = await server.database.one<{ id: number }>(
    sql`select id from loans where loan_number = ${number}`,
  );
  await addTag(server.database, loan?.id ?? 0, { name: 'VIP', color: '#ffffff' });
};
interface Stood {
  n: string;
  name: string;
  tos: number;
  who: number | null;
}
const stand = (like: string) =>
  server.database.rows<Stood>(sql`
    select l.loan_number as n, b.name, l.total_outstanding as tos, l.assignee_id as who
    from loans l join borrowers b on b.id = l.borrower_id where l.loan_number like ${like} order by 1`);
const people = async (like: string) =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*)::int as n from borrowers where name like ${like}`,
    )
  )?.n;

test('unused rows are reverted, the others remain and are reported with the reason', async () => {
  await start(`${head}A1,Anil,PA1,100,\nA2,Asha,PA2,200,\n`);
  const before = await stand('A%');
  const job = await start(
    `${head}A1,Anil Rao,PA1,150,agent1@recoup.test\nA2,Asha Rao,PA2,250,agent1@recoup.test\nA3,Arun,PA3,1,\nA4,Aruna,PA4,1,\n`,
  );
  const after = await stand('A%');
  await tagged('A2');
  await called('A4');
  const told = await check(job.id);
  expect(told).toMatchObject({
    goes: 2,
    stays: 2,
    rows: [
      { loanNumber: 'A4', name: 'Aruna', reasons: ['called'] },
      { loanNumber: 'A2', name: 'Asha Rao', reasons: ['changed'] },
    ],
  });
  // Check only: unchanged, and repeatable.
  expect(await stand('A%')).toEqual(after);
  expect(await check(job.id)).toEqual(told);
  // Nothing remains silently: an unconfirmed or too small number is rejected.
  expect(await code(undo(job.id))).toMatchObject({ code: 'IMPORT_BUILT_ON', facts: { count: 2 } });
  expect(await code(undo(job.id, 1))).toMatchObject({ code: 'IMPORT_BUILT_ON', facts: { count: 2 } });
  expect(await undone(job.id, 2)).toMatchObject({
    status: 'completed',
    canUndo: false,
    keptRecords: 2,
    errorMsg: null,
  });
  expect(await stand('A%')).toEqual([before[0], after[1], after[3]]);
  // A deleted loan leaves no borrower; a remaining one preserves its assignment history.
  expect(await people('Arun%')).toBe(1);
  const traces = await server.database.rows<{ n: string }>(sql`
    select l.loan_number as n from loan_assignments a join loans l on l.id = a.loan_id where l.loan_number like 'A%'`);
  expect(traces).toEqual([{ n: 'A2' }]);
  // Also reported afterwards.
  expect(await check(job.id)).toEqual({ ...told, goes: null });
  expect((await code(undo(job.id, 2))).code).toBe('IMPORT_NOT_READY');
});

test('loans of one borrower: a changed borrower preserves all, a called loan only itself and the borrower', async () => {
  const job = await start(
    `${head}B1,Bina,PB,10,\nB2,Bina,PB,20,\nC1,Chand,PC,10,\nC2,Chand,PC,20,\nD1,Devi,PD,10,\n`,
  );
  await called('B1');
  await server.database.run(
    sql`update borrowers set email = 'chand@mail.example', updated_at = now() + interval '1 second' where name = 'Chand'`,
  );
  const told = await check(job.id);
  expect([told.goes, told.stays]).toEqual([2, 3]);
  expect(told.rows.map((row) => row.loanNumber)).toEqual(['B1', 'C1', 'C2']);
  await undone(job.id, 3);
  expect((await stand('%')).map(({ n }) => n).filter((n) => /^[BCD]/u.test(n))).toEqual(['B1', 'C1', 'C2']);
  expect([await people('Bina'), await people('Chand'), await people('Devi')]).toEqual([1, 1, 0]);
});

test('a decided payment remains, and the loan total includes the remainder', async () => {
  await start(`${head}E1,Esha,PE,100000,\n`);
  const job = await send(
    admin,
    'PAYMENT_FILE',
    'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE\nE1,EONE,70,2026-01-05\nE1,ETWO,9,2026-01-06\n',
  );
  await changePayments(
    server.database,
    sql`update payments set decided_at = now() + interval '1 second' where transaction_id = 'EONE'`,
  );
  const told = await check(job.id);
  expect(told).toMatchObject({ goes: 1, stays: 1, rows: [{ loanNumber: 'E1', name: 'Esha' }] });
  await undone(job.id, 1);
  const left = await server.database.rows(
    sql`select p.transaction_id as id from payments p join loans l on l.id = p.loan_id where l.loan_number = 'E1'`,
  );
  expect(left).toEqual([{ id: 'EONE' }]);
  const loan = await server.database.one<{ last: number }>(
    sql`select latest_realize_payment_amount as last from loans where loan_number = 'E1'`,
  );
  expect(loan?.last).toBe(7000);
});

test('a file with every row in use has nothing to undo', async () => {
  const job = await start(`${head}F1,Farah,PF,1,\n`);
  await called('F1');
  expect(await check(job.id)).toMatchObject({ goes: 0, stays: 1 });
  expect(await code(undo(job.id, 1))).toMatchObject({ code: 'IMPORT_BUILT_ON', facts: { count: 1 } });
});

test('one of two concurrent undos runs, and a row used meanwhile is not reverted', async () => {
  const job = await start(`${head}G1,Gita,PG1,1,\nG2,Gopal,PG2,1,\n`);
  await called('G1');
  const both = await Promise.allSettled([undo(job.id, 1), undo(job.id, 1)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await ended(admin, job.id);
  expect((await stand('G%')).map(({ n }) => n)).toEqual(['G1']);
  const next = await start(`${head}H1,Hari,PH1,1,\nH2,Hema,PH2,1,\nH3,Hina,PH3,1,\n`);
  await called('H1');
  expect((await check(next.id)).stays).toBe(1);
  await called('H2');
  expect((await code(undo(next.id, 1))).facts).toMatchObject({ count: 2 });
  expect((await stand('H%')).map(({ n }) => n)).toEqual(['H1', 'H2', 'H3']);
});

test('an unused file is undone entirely; strangers, other kinds and missing ones are rejected', async () => {
  const job = await start(`${head}J1,Jaya,PJ1,1,\n`);
  expect(await check(job.id)).toEqual({ goes: 1, stays: 0, rows: [] });
  const payer = await server.as('upload_payments_file');
  const nobody = await server.as('list_break');
  expect((await code(check(job.id, payer))).code).toBe('FORBIDDEN');
  expect((await code(check(job.id, nobody))).code).toBe('FORBIDDEN');
  expect((await code(undo(job.id, 0, nobody))).code).toBe('FORBIDDEN');
  expect((await code(check(999_999))).code).toBe('NOT_FOUND');
  const fileKey = await deliver(admin, `${head}J2,Jai,PJ2,1,\n`);
  const counted = await admin.call(files.parse, {
    fileKey,
    type: 'CUSTOMER_FILE',
    clientId: 1,
    portfolioId: 1,
    isDryRun: true,
  });
  await ended(admin, counted.id);
  expect((await code(check(counted.id))).code).toBe('IMPORT_NOT_READY');
  const done = await undone(job.id);
  expect(done).toMatchObject({ keptRecords: 0, canUndo: false });
  expect(await stand('J%')).toEqual([]);
});

test('a month-end snapshot is not work on a loan', async () => {
  const job = await start(`${head}K1,Kavi,PK1,1,\n`);
  await server.database.run(sql`
    insert into loan_month_ends (month, loan_id, dpd, outstanding) select '2026-01-01', id, 5, 100 from loans where loan_number = 'K1'`);
  expect(await check(job.id)).toMatchObject({ goes: 1, stays: 0 });
  await undone(job.id, 0);
  expect(await stand('K%')).toEqual([]);
});
