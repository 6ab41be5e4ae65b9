import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fileColumns } from '../../src/contexts/files/contract/file-kinds.ts';
import { files, jobTypes } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { errorsOf, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

vi.setConfig({ testTimeout: 150_000 });

let server: TestServer;
let admin: Caller;
let lead: Caller;
let agent: Caller;

beforeAll(async () => {
  server = await boot();
  const flags = ['upload_borrower_file', 'upload_borrower_reassign_file', 'list_dnc'] as const;
  admin = await server.as(...flags);
  lead = await server.person({ roleType: 'tech_lead', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await server.database.run(sql`update users set email = 'worker@recoup.test' where id = ${agent.id}`);
  await server.database.run(sql`update users set email = 'chief@recoup.test' where id = ${admin.id}`);
  await server.database.run(sql`insert into allocation_types (name) values ('Fresh'), ('Second round')`);
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id)
    select 1, 1, id, 'K' || n, case when n <> 4 then (9876500000 + n)::text end, case when n <= 2 then ${agent.id}::bigint end
    from person, generate_series(1, 6000) n`);
});
afterAll(() => server.stop());

const loan = (number: string) =>
  server.database.one(sql`
    select u.email as agent, t.name as type, l.is_dnc as dnc,
      (select count(*) from loan_assignments a where a.loan_id = l.id) as moves,
      (select count(*) from loan_allocations a where a.loan_id = l.id) as allocations
    from loans l left join users u on u.id = l.assignee_id left join allocation_types t on t.id = l.allocation_type_id
    where l.loan_number = ${number}`);
const finger = () =>
  server.database.one(sql`select md5(string_agg(l::text, '' order by l.id)) as loans,
    (select count(*) from dnc_history) as dnc, (select count(*) from loan_assignments) as moves from loans l`);

test('a file of numbers blocks and frees them; what is wrong has its row and reason', async () => {
  const body = [
    'Loan No,Mobile,Status',
    'K1,98765 00001,Active',
    'K2,,',
    'K3,9000000003,inactive',
    'K4,,Active',
    'K5,12345,Active',
    'K6,9000000006,perhaps',
    'NOLOAN9,9000000007,Active',
    ',9000000008,Active',
    'K1,9876500001,Inactive',
    'K1,9111111111,Active',
    '',
  ].join('\r\n');
  const job = await send(admin, 'DNC_FILE', body);
  expect(job).toMatchObject({
    status: 'completed',
    totalRecords: 10,
    correctRecords: 4,
    incorrectRecords: 6,
    existLoansCount: 4,
    newLoansCount: 0,
  });
  expect(await errorsOf(admin, job)).toEqual([
    '5,"MOBILE","mobile missing","K4","","Active"',
    '6,"MOBILE","mobile not ten digits","K5","12345","Active"',
    '7,"STATUS","status not understood","K6","9000000006","perhaps"',
    '8,"LOAN NUMBER","loan unknown","NOLOAN9","9000000007","Active"',
    '9,"LOAN NUMBER","loan number missing","","9000000008","Active"',
    '10,"LOAN NUMBER","duplicate loan number in file","K1","9876500001","Inactive"',
  ]);
  expect(
    [await loan('K1'), await loan('K2'), await loan('K3')].map((one) => (one as { dnc: boolean }).dnc),
  ).toEqual([true, true, false]);
  const before = await finger();
  expect(await send(admin, 'DNC_FILE', body)).toMatchObject({ correctRecords: 4 });
  expect(await finger()).toEqual(before);
});

test('an allocation file assigns loans their type by its name', async () => {
  const body = 'LOAN NUMBER,ALLOCATION TYPE\nK1,fresh\nK2,SECOND ROUND\nK3,Unheard\nK4,\n';
  const job = await send(admin, 'ALLOCATION_TYPE_FILE', body);
  expect(job).toMatchObject({ correctRecords: 2, incorrectRecords: 2, existLoansCount: 2, dncLoansCount: 2 });
  expect((await errorsOf(admin, job)).map((line) => line.split(',')[2])).toEqual([
    '"allocation type unknown"',
    '"allocation type missing"',
  ]);
  expect(await loan('K2')).toMatchObject({ type: 'Second round', allocations: 1 });
  await send(admin, 'ALLOCATION_TYPE_FILE', body);
  expect(await loan('K2')).toMatchObject({ allocations: 1 });
});

test("a reassignment file transfers loans at once, among the sender's subordinates only", async () => {
  const body = 'LOAN NUMBER,AGENT EMAIL\nK10,WORKER@recoup.test\nK11,nobody@recoup.test\n';
  const job = await send(admin, 'REASSIGNMENT_FILE', body);
  expect(job).toMatchObject({ correctRecords: 1, incorrectRecords: 1 });
  expect(await loan('K10')).toMatchObject({ agent: 'worker@recoup.test', moves: 1 });
  const own = await send(
    lead,
    'REASSIGNMENT_FILE',
    'LOAN NUMBER,AGENT EMAIL\nK1,chief@recoup.test\nK12,worker@recoup.test\n',
  );
  expect(await errorsOf(lead, own)).toEqual([
    '2,"AGENT EMAIL","agent unknown","K1","chief@recoup.test"',
    '3,"LOAN NUMBER","loan unknown","K12","worker@recoup.test"',
  ]);
  expect(await loan('K12')).toMatchObject({ agent: null, moves: 0 });
});

test('a job that crashes between batches resumes: no duplicate trace, exact totals', async () => {
  await server.database.run(sql`create sequence deaths`);
  await server.database.run(sql`create function die_once() returns trigger language plpgsql as 'begin
    if nextval(''deaths'') = 1 then raise exception ''died''; end if; return new; end'`);
  await server.database.run(sql`create trigger die before update on loans for each row
    when (new.loan_number = 'K5500') execute function die_once()`);
  const rows = Array.from({ length: 5990 }, (_, i) => `K${i + 11},worker@recoup.test`);
  const job = await send(admin, 'REASSIGNMENT_FILE', `LOAN NUMBER,AGENT EMAIL\n${rows.join('\n')}\n`);
  expect(job).toMatchObject({ status: 'completed', correctRecords: 5990, existLoansCount: 5990 });
  const kept = await server.database.one(sql`select count(*) as moves, count(distinct loan_id) as loans
    from loan_assignments a join loans l on l.id = a.loan_id where l.loan_number <> 'K10'`);
  expect(kept).toEqual({ moves: 5990, loans: 5990 });
  expect(await server.database.one(sql`select last_value as tries from deaths`)).toEqual({ tries: 2 });
});

test('trigger queries are not replanned for each row', async () => {
  await server.database.run(sql`create table told (planning text)`);
  await server.database.run(sql`create function tell() returns trigger language plpgsql as
    'begin insert into told values (current_setting(''plan_cache_mode'')); return null; end'`);
  await server.database.run(
    sql`create trigger tell after insert or update on loans for each row execute function tell()`,
  );
  const moved = await send(
    admin,
    'REASSIGNMENT_FILE',
    'LOAN NUMBER,AGENT EMAIL\nK1,chief@recoup.test\nK2,chief@recoup.test\n',
  );
  expect(moved).toMatchObject({ correctRecords: 2 });
  const made = await send(admin, 'CUSTOMER_FILE', 'LOAN NUMBER,BORROWER NAME,TOS\nK6001,Bina,5\n');
  expect(made).toMatchObject({ newLoansCount: 1 });
  await server.database.run(sql`drop trigger tell on loans`);
  expect(await server.database.rows(sql`select planning from told`)).toEqual(
    [1, 2, 3].map(() => ({ planning: 'auto' })),
  );
});

test('each kind needs its flag', async () => {
  const other = await server.as('upload_payments_file');
  const { key } = await other.call(files.uploadLink, { key: 'a.csv', fileType: 'text/csv' });
  const start = (type: (typeof jobTypes)[number]) =>
    refusal(other.call(files.parse, { fileKey: key, type, clientId: 1, portfolioId: 1 }));
  expect((await start('DNC_FILE')).body.code).toBe('FORBIDDEN');
  expect((await start('PAYMENT_FILE')).body.code).toBe('FILE_MISSING');
  const { body } = await refusal(other.call(files.parse, { type: 'DNC_FILE' }));
  expect(body.fields?.map(({ path }) => path)).toEqual(['fileKey', 'clientId', 'portfolioId']);
});

test('the sample of each kind is read by the kind itself', async () => {
  for (const type of jobTypes) {
    const answer = await admin.call(files.sample, { type });
    const text = await answer.text();
    expect(text.split('\r\n')[0]).toBe(fileColumns[type]?.map(({ header }) => `"${header}"`).join(','));
    expect(answer.headers.get('content-disposition')).toContain('.csv');
  }
  const sample = await (await admin.call(files.sample, { type: 'DNC_FILE' })).text();
  expect(await errorsOf(admin, await send(admin, 'DNC_FILE', sample))).toEqual([
    expect.stringContaining('"loan unknown"'),
  ]);
});
