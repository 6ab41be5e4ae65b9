/** Undo of files other than the lender's last: row by row, while the record equals the file's values. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, type jobTypes } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let agents: number[];
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'upload_borrower_file',
    'upload_payments_file',
    'upload_borrower_reassign_file',
    'list_dnc',
  );
  agents = [(await server.person({ roleType: 'agent' })).id, (await server.person({ roleType: 'agent' })).id];
  for (const [i, id] of agents.entries())
    await server.database.run(sql`update users set email = ${`older${i}@recoup.test`} where id = ${id}`);
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (81, 1, 'Second')`);
});
afterAll(() => server.stop());

const head = 'LOAN NUMBER,BORROWER NAME,CLIENT BORROWER ID,TOTAL OUTSTANDING\n';
async function start(body: string, type: (typeof jobTypes)[number] = 'CUSTOMER_FILE', portfolioId = 1) {
  const fileKey = await deliver(admin, body);
  const job = await admin.call(files.parse, { fileKey, type, clientId: 1, portfolioId });
  return ended(admin, job.id);
}
const check = (id: number) => admin.call(files.undoCheck, { id: String(id) });
async function undone(id: number, stays = 0) {
  await admin.call(files.undo, { id: String(id), stays });
  return ended(admin, id);
}
const stand = (like: string) =>
  server.database.rows<{ n: string; tos: number }>(
    sql`select loan_number as n, total_outstanding as tos from loans where loan_number like ${like} order by 1`,
  );

test('three portfolios’ files of one morning can each be undone', async () => {
  const first = await start(`${head}OA1,A,OA1,100\n`);
  const second = await start(`${head}OA2,B,OA2,100\n`, 'CUSTOMER_FILE', 81);
  const third = await start(`${head}OA3,C,OA3,100\n`);
  for (const { id } of [first, third, second]) {
    expect(await admin.call(files.job, { id: String(id) })).toMatchObject({ canUndo: true });
    expect(await check(id)).toMatchObject({ goes: 1, stays: 0 });
    expect((await undone(id)).undoneAt).not.toBeNull();
  }
  expect(await stand('OA%')).toEqual([]);
});

test('rows a later file changed stay and are named with it; the others go', async () => {
  const first = await start(`${head}OB1,A,OB1,100\nOB2,B,OB2,100\nOB3,C,OB3,100\n`);
  await start(`${head}OB1,A,OB1,150\n`);
  // The same again: nothing of OB2 changed since.
  await start(`${head}OB2,B,OB2,100\n`);
  await server.database.run(sql`update loans set dpd = 5 where loan_number = 'OB3'`);
  const told = await check(first.id);
  expect(told).toMatchObject({ goes: 1, stays: 2 });
  expect(told.rows.map(({ loanNumber, reasons }) => [loanNumber, reasons])).toEqual([
    ['OB1', ['later-file']],
    ['OB3', ['changed']],
  ]);
  await undone(first.id, 2);
  expect(await stand('OB%')).toEqual([
    { n: 'OB1', tos: 15_000 },
    { n: 'OB3', tos: 10_000 },
  ]);
});

test('files are undone in reverse order, restoring the state before the first', async () => {
  await start(`${head}OC1,Asha,OC1,100\n`);
  const second = await start(`${head}OC1,Asha R,OC1,200\n`);
  const third = await start(`${head}OC1,Asha Rao,OC1,300\n`);
  expect(await check(second.id)).toMatchObject({ goes: 0, stays: 1 });
  await undone(third.id);
  expect(await stand('OC%')).toEqual([{ n: 'OC1', tos: 20_000 }]);
  expect(await check(second.id)).toMatchObject({ goes: 1, stays: 0 });
  await undone(second.id);
  expect(await stand('OC%')).toEqual([{ n: 'OC1', tos: 10_000 }]);
});

test("a user's change between two files blocks the undo of the first after the second", async () => {
  const first = await start(`${head}OD1,Asha,OD1,100\n`);
  await server.database.run(sql`update loans set dpd = 7 where loan_number = 'OD1'`);
  const second = await start(`${head}OD1,Asha,OD1,300\n`);
  await undone(second.id);
  expect(await check(first.id)).toMatchObject({ goes: 0, stays: 1 });
  expect((await refusal(undone(first.id))).body.code).toBe('IMPORT_BUILT_ON');
});

test('older files of payments and reassignments are undone too', async () => {
  await start(`${head}OE1,A,OE1,5000\nOE2,B,OE2,5000\n`);
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const pay = 'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT\n';
  const paid = await start(`${pay}OE1,OE-T1,${day},100\nOE2,OE-T2,${day},200\n`, 'PAYMENT_FILE');
  await start(`${pay}OE2,OE-T3,${day},300\n`, 'PAYMENT_FILE');
  expect(await check(paid.id)).toMatchObject({ goes: 2, stays: 0 });
  await undone(paid.id);
  expect(
    await server.database.rows(
      sql`select transaction_id as id from payments where transaction_id like 'OE-%'`,
    ),
  ).toEqual([{ id: 'OE-T3' }]);
  const move = 'LOAN NUMBER,AGENT EMAIL\n';
  const one = await start(`${move}OE1,older0@recoup.test\n`, 'REASSIGNMENT_FILE');
  const two = await start(`${move}OE1,older1@recoup.test\n`, 'REASSIGNMENT_FILE');
  const whose = () =>
    server.database.one<{ id: number | null }>(
      sql`select assignee_id as id from loans where loan_number = 'OE1'`,
    );
  await undone(two.id);
  expect((await whose())?.id).toBe(agents[0]);
  await undone(one.id);
  expect((await whose())?.id).toBeNull();
});

test('a file’s changes are retained for thirty days', async () => {
  const job = await start(`${head}OF1,A,OF1,100\n`);
  await server.database.run(
    sql`delete from import_changes where job_id = ${job.id} and what not in ('named', 'restored')`,
  );
  expect(await admin.call(files.job, { id: String(job.id) })).toMatchObject({ canUndo: false });
  const refused = await refusal(check(job.id));
  expect([refused.body.code, refused.body.message]).toEqual([
    'IMPORT_NOT_LAST',
    expect.stringContaining('30 days'),
  ]);
});
