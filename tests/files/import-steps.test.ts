import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guessMapping } from '../../src/contexts/files/contract/reader/columns/file-proposals.ts';
import { customerColumns } from '../../src/contexts/files/contract/customer-file.ts';
import { files, type jobTypes } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, errorsOf, send } from '../import-kit.ts';
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
    'upload_communications_file',
    'list_dnc',
  );
  await server.database.run(sql`insert into allocation_types (name) values ('Fresh')`);
  const made = await server.database.rows<{ id: number }>(sql`
    insert into users (first_name, last_name, email, role_id)
    select 'Agent', n::text, 'agent' || n || '@recoup.test', 7 from generate_series(1, 2) n returning id`);
  agents = made.map(({ id }) => id);
});
afterAll(() => server.stop());

type Kind = (typeof jobTypes)[number];
const to = { clientId: 1, portfolioId: 1 };
async function start(body: Uint8Array | string, more: object = {}, type: Kind = 'CUSTOMER_FILE') {
  const fileKey = await deliver(admin, body);
  const job = await admin.call(files.parse, { fileKey, type, ...to, hasNoAmounts: true, ...more });
  return ended(admin, job.id);
}
const undo = async (id: number) => {
  await admin.call(files.undo, { id: String(id) });
  return ended(admin, id);
};
/** Everything a file can change, but for the moments at which it was changed. */
const digest = () =>
  server.database.one(sql`select
    (select md5(string_agg((to_jsonb(l) - 'updated_at' - 'changed_tx')::text, '' order by l.id)) from loans l) as loans,
    (select md5(string_agg((to_jsonb(b) - 'updated_at')::text, '' order by b.id)) from borrowers b) as borrowers,
    (select md5(string_agg(p::text, '' order by p.id)) from payments p) as payments,
    (select md5(string_agg((to_jsonb(n) - 'updated_at')::text, '' order by n.id)) from dnc_numbers n) as numbers,
    (select array[(select count(*) from dnc_history), (select count(*) from loan_assignments), (select count(*) from loan_allocations),
      (select count(*) from messages)]) as traces`);

const sba = await readFile(new URL('../fixtures/sba-loans.csv', import.meta.url), 'utf8');
const sbaMapping = {
  columns: {
    ...guessMapping(customerColumns, sba.slice(0, sba.indexOf('\n')).trim().split(',')).columns,
    loanNumber: 'LoanNr_ChkDgt',
    loanAmount: 'GrAppv',
    principalOutstanding: 'DisbursementGross',
    emiStartDate: 'DisbursementDate',
  },
  fixed: { productType: 'Business loan' },
  dateOrder: 'monthFirst',
} as const;

test('a loan book with unknown headers and month-first dates is imported by its mapping, which is remembered', async () => {
  expect((await start(sba)).errorMsg).toMatch(/^These columns are missing: LOAN NUMBER/);
  const job = await start(sba, { mapping: sbaMapping });
  expect(job).toMatchObject({ status: 'completed', totalRecords: 400, newLoansCount: job.correctRecords });
  expect(job.correctRecords).toBeGreaterThan(390);
  const loan = await server.database.one(sql`
    select l.loan_amount as amount, l.principal_outstanding as pos, l.emi_start_date as day, l.mobile, l.product_type as product,
      l.supplier_name as supplier, b.name, b.city_name as city from loans l join borrowers b on b.id = l.borrower_id
    where l.loan_number = '1000014003'`);
  expect(loan).toEqual({
    amount: 6_000_000,
    pos: 6_000_000,
    day: '1999-02-28',
    mobile: null,
    product: 'Business loan',
    supplier: 'FIFTH THIRD BANK',
    name: 'ABC HOBBYCRAFT',
    city: 'EVANSVILLE',
  });
  expect(await admin.call(files.mapping, { type: 'CUSTOMER_FILE', clientId: 1 })).toEqual(sbaMapping);
  expect(await admin.call(files.mapping, { type: 'CUSTOMER_FILE', clientId: 2 })).toBeFalsy();
  expect(await admin.call(files.mapping, { type: 'DNC_FILE', clientId: 1 })).toBeFalsy();
});

test('ambiguous dates without a stated order are skipped and reported', async () => {
  const body = 'No,Who,First\nD1,A,02/03/2026\nD2,B,02/28/2026\nD3,C,2026-03-02\n';
  const columns = { loanNumber: 'No', name: 'Who', emiStartDate: 'First' };
  const job = await start(body, { mapping: { columns, fixed: {} }, isDryRun: true });
  expect(job).toMatchObject({ correctRecords: 3, incorrectRecords: 0, firstErrors: [] });
  expect(job.notices[0]).toMatchObject({
    column: 'EMI START DATE',
    kind: 'left-out',
    reason: 'date ambiguous',
    count: 1,
    examples: [{ n: 2, cell: '02/03/2026' }],
  });
  expect(await errorsOf(admin, job)).toEqual([
    '2,"EMI START DATE","date ambiguous (loan taken without it)","D1","A","02/03/2026"',
  ]);
  const comma = { columns: { loanNumber: 'No', name: 'Who', principalOutstanding: 'P' }, fixed: {} };
  const money = 'No,Who,P\nD4,A,"12.345,67"\n';
  expect((await start(money, { mapping: comma, isDryRun: true })).notices[0]?.reason).toBe(
    'amount not understood',
  );
  await start(money, { mapping: { ...comma, numberStyle: 'decimalComma' } });
  const d4 = await server.database.one(
    sql`select principal_outstanding as pos from loans where loan_number = 'D4'`,
  );
  expect(d4).toEqual({ pos: 1_234_567 });
});

test('a mapping to a missing or duplicate column is rejected by name', async () => {
  const columns = { loanNumber: 'No', name: 'Gone' };
  expect((await start('No,Who\n1,2\n', { mapping: { columns, fixed: {} } })).errorMsg).toBe(
    'These columns are missing: Gone.',
  );
  const twice = { columns: { loanNumber: 'No', name: 'Who' }, fixed: {} };
  expect((await start('No,Who,WHO\n1,2,3\n', { mapping: twice })).errorMsg).toBe(
    'These columns stand twice: WHO.',
  );
  const wrong = await refusal(
    admin.call(files.parse, { fileKey: 'x', type: 'DNC_FILE', ...to, mapping: { columns: {} } as never }),
  );
  expect(wrong.body.code).toBe('INVALID_INPUT');
});

const head = 'LOAN NUMBER,BORROWER NAME,CLIENT BORROWER ID,MOBILE,POS,GROUP ID,AGENT EMAIL\n';
test('a file is counted first and changes nothing until it is applied', async () => {
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (60, 1, 'Dry')`);
  const here = { clientId: 1, portfolioId: 60 };
  await start(`${head}E1,A,,,1,,\nE2,B,,,1,,\nE3,C,,,1,,\nE4,D,,,1,,\n`, here);
  await server.database.run(sql`update loans set is_active = false where loan_number = 'E1'`);
  await server.database.run(sql`update loans set is_dnc = true where loan_number = 'E2'`);
  const before = await digest();
  const file = `${head}E1,A,,,1,,\nE2,B,,,2,,\nE5,,,,1,,\nE6,F,,,1,,\n`;
  const counted = await start(file, { ...here, isDryRun: true });
  const counts = {
    totalRecords: 4,
    correctRecords: 3,
    incorrectRecords: 1,
    newLoansCount: 1,
    existLoansCount: 2,
    reActiveLoansCount: 1,
    dncLoansCount: 1,
    missingLoansCount: 2,
  };
  expect(counted).toMatchObject({ ...counts, isDryRun: true, canUndo: false, status: 'completed' });
  expect(counted.firstErrors).toEqual([{ n: 4, field: 'BORROWER NAME', reason: 'borrower name missing' }]);
  expect(await digest()).toEqual(before);
  const other = await server.person({ roleType: 'agent', flags: ['upload_borrower_file'] });
  const id = String(counted.id);
  expect((await refusal(other.call(files.apply, { id }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(admin.call(files.undo, { id }))).body.code).toBe('IMPORT_NOT_READY');
  await admin.call(files.apply, { id });
  expect(await ended(admin, counted.id)).toMatchObject({ ...counts, isDryRun: false, canUndo: true });
  expect((await refusal(admin.call(files.apply, { id }))).body.code).toBe('IMPORT_NOT_READY');
  expect(await digest()).not.toEqual(before);
});

test('undoing the last file deletes its new rows and restores changed ones', async () => {
  await start(`${head}U1,A,P1,,100,G1,agent1@recoup.test\nU2,B,P2,,200,,\n`);
  const before = await digest();
  const job = await start(
    `${head}U1,Anna,P1,98765 43210,150,G2,agent2@recoup.test\nU3,C,P3,,1,,agent1@recoup.test\nU4,D,P1,,1,,\n`,
  );
  expect(await digest()).not.toEqual(before);
  const done = await undo(job.id);
  expect(done).toMatchObject({ status: 'completed', canUndo: false, errorMsg: null });
  expect(done.undoneAt).not.toBeNull();
  expect(await digest()).toEqual(before);
  expect((await refusal(admin.call(files.undo, { id: String(job.id) }))).body.code).toBe('IMPORT_NOT_READY');
});

const bodies: Partial<Record<Kind, string>> = {
  PAYMENT_FILE:
    'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE\nU1,KNOWN,70,2026-01-05\nU2,NEW,9,2026-01-05\n',
  REASSIGNMENT_FILE: 'LOAN NUMBER,AGENT EMAIL\nU1,agent2@recoup.test\nU2,agent2@recoup.test\n',
  ALLOCATION_TYPE_FILE: 'LOAN NUMBER,ALLOCATION TYPE\nU1,Fresh\nU2,fresh\n',
  IMPORT_MESSAGE_FILE: 'LOAN NUMBER,CHANNEL,MOBILE,MESSAGE\nU1,SMS,9876543210,Hello\n',
  DNC_FILE: 'LOAN NUMBER,MOBILE,STATUS\nU1,9876543210,Active\nU2,9876543211,Inactive\n',
};
test.each(Object.entries(bodies) as [Kind, string][])('%s can be undone', async (type, body) => {
  await server.database.run(sql`
    insert into payments (loan_id, transaction_id, amount, payment_date, realized, source)
    select id, 'known', 5000, date '2026-01-04', false, 'DISPOSITION' from loans where loan_number = 'U1' on conflict do nothing`);
  await server.database.run(sql`
    insert into dnc_numbers (loan_id, mobile, status) select id, '9876543211', 'active' from loans where loan_number = 'U2'
    on conflict do nothing`);
  await server.database.run(sql`update loans set is_dnc = true where loan_number = 'U2'`);
  const before = await digest();
  const job = await send(admin, type, body);
  expect(job).toMatchObject({ status: 'completed', incorrectRecords: 0, canUndo: true });
  expect(await digest()).not.toEqual(before);
  expect(await undo(job.id)).toMatchObject({ canUndo: false, errorMsg: null });
  expect(await digest()).toEqual(before);
});

test('an import with later changes is not undone, with the reason; neither is one that a later file changed', async () => {
  const first = await start(`${head}W1,A,W1,,100,,\n`);
  const second = await start(`${head}W2,B,W2,,100,,\nW1,A,W1,,110,,\n`);
  const code = async (id: number) => (await refusal(admin.call(files.undo, { id: String(id) }))).body;
  expect((await code(first.id)).code).toBe('IMPORT_BUILT_ON');
  // Sent again it changes nothing, so the one before is still the last that did.
  await start(`${head}W2,B,W2,,100,,\nW1,A,W1,,110,,\n`);
  const before = await digest();
  const build = (what: ReturnType<typeof sql>) => server.database.run(what);
  await build(
    sql`insert into loan_tags (loan_id, name, color_code) select id, 'VIP', '#fff' from loans where loan_number = 'W2'`,
  );
  expect(await code(second.id)).toMatchObject({ code: 'IMPORT_BUILT_ON', facts: { count: 1 } });
  expect((await code(second.id)).message).toMatch(/1 of its rows were worked on/);
  expect(await digest()).toEqual(before);
  const third = await start(`${head}W3,C,W3,,100,,\n`);
  await build(sql`insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, dialed_at, ended_at)
    select id, ${agents[0]}, 'outbound', 'manual', 'ended', 'busy', now(), now() from loans where loan_number = 'W3'`);
  expect((await code(third.id)).code).toBe('IMPORT_BUILT_ON');
  // Another lender's files are another line.
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (61, 2, 'Other')`);
  const other = await start(`${head}W1,A,W1,,100,,\n`, { clientId: 2, portfolioId: 61 });
  await start(`${head}W4,D,W4,,100,,\n`);
  expect(await undo(other.id)).toMatchObject({ canUndo: false, errorMsg: null });
});
