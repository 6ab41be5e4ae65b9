import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { mayCheckAtOnce } from '../../src/contexts/loans/server/customer-file/fast-insert.ts';
import { lowPriorityConnection } from '../../src/contexts/files/server/import/low-priority.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { importFiles } from '../../src/contexts/files/server/import/import-job.ts';
import type { ImportKind } from '../../src/contexts/files/server/import/import-kinds.ts';
import { customerFile } from '../../src/contexts/loans/server/customer-file/kind.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { compile, sql } from '../../src/kernel/server/database/sql.ts';
import { localFiles } from '../../src/app/providers/local.ts';
import { sealedFiles } from '../../src/app/providers/sealed.ts';
import { importText } from '../../src/contexts/files/text/en/imports.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { standsOtherwise } from '../loans/standing-kit.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
const lenderFile = await readFile(new URL('lender-a.csv', fixtures));
const expected = JSON.parse(await readFile(new URL('lender-a.expected.json', fixtures), 'utf8')) as {
  totalRecords: number;
  correctRecords: number;
  incorrectRecords: number;
  posOfCorrectRupees: number;
  incorrectByReason: Record<string, number>;
};

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  await server.database.run(sql`insert into users (first_name, last_name, email, role_id)
    select 'Agent', n::text, case n when 1 then 'agent@recoup.test' else 'agent2@recoup.test' end, 7 from generate_series(1, 2) n`);
  admin = await server.as('upload_borrower_file');
});
afterAll(() => server.stop());

async function upload(body: Uint8Array | string): Promise<string> {
  const { url, key } = await admin.call(files.uploadLink, { key: 'lender a.csv', fileType: 'text/csv' });
  const answer = await admin.fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/csv' },
    body: body as BodyInit,
  });
  expect(answer.status).toBe(200);
  return key;
}

async function importFile(body: Uint8Array | string, to = { clientId: 1, portfolioId: 1 }) {
  const fileKey = await upload(body);
  const job = await admin.call(files.parse, { fileKey, type: 'CUSTOMER_FILE', ...to });
  return vi.waitUntil(
    async () => {
      const now = await admin.call(files.job, { id: String(job?.id) });
      return now?.status === 'completed' || now?.status === 'failed' ? now : false;
    },
    { timeout: 280_000, interval: 50 },
  );
}

interface Digest {
  digest: string;
}
const loansNow = (): Promise<Digest | undefined> =>
  server.database
    .one<Digest>(sql`select md5(string_agg(l::text, '|' order by l.id) || (select count(*) from loan_assignments)
    || (select string_agg(b::text, '|' order by b.id) from borrowers b)) as digest from loans l`);

test('a lender’s file becomes loans, and every bad row has its reason', async () => {
  const job = await importFile(lenderFile);
  expect(job).toMatchObject({
    status: 'completed',
    progressPercentage: 100,
    totalRecords: expected.totalRecords,
    correctRecords: expected.correctRecords,
    incorrectRecords: expected.incorrectRecords,
    newLoansCount: expected.correctRecords,
    existLoansCount: 0,
  });
  const sum = await server.database.one<{ paise: number }>(
    sql`select sum(principal_outstanding) as paise from loans`,
  );
  expect((sum?.paise ?? 0) / 100).toBeCloseTo(expected.posOfCorrectRupees, 2);
  const reasons: Record<string, number> = {};
  for (const line of (await errorFile(job)).trimEnd().split('\r\n').slice(1)) {
    if (line.includes('(loan taken without it)')) continue;
    const reason = JSON.parse(`[${line.split(',', 3).join()}]`)[2] as string;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  expect(reasons).toEqual(expected.incorrectByReason);
});

test('the same file again changes nothing', async () => {
  const before = await loansNow();
  const job = await importFile(lenderFile);
  expect(job).toMatchObject({ newLoansCount: 0, existLoansCount: expected.correctRecords });
  expect(await loansNow()).toEqual(before);
});

async function errorFile(job: { errorFileKey: string | null }): Promise<string> {
  const { url } = await admin.call(files.readLink, { key: job.errorFileKey ?? '' });
  return (await admin.fetch(url)).text();
}

test('the error file contains the rejected rows unchanged, with row, column and reason', async () => {
  const [job] = (await admin.call(files.jobs, { type: 'CUSTOMER_FILE' })).rows;
  const lines = (await errorFile(job ?? { errorFileKey: '' })).trimEnd().split('\r\n');
  const refused = lines.filter((line) => !line.includes('(loan taken without it)'));
  expect(refused).toHaveLength(expected.incorrectRecords + 1);
  expect(lines[0]).toMatch(/^"ROW","COLUMN","REASON","LOAN NUMBER","Borrower Name","Mobile"/);
  // Row 5 of the file has 12.345,67 for its TOS.
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^5,"TOS","amount not understood \(loan taken without it\)","RC110000003","Ananya /,
    ),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^\d+,"LOAN NUMBER","duplicate loan number in file","RC\d+","\w/),
  );
  const other = await server.person({ roleType: 'agent', flags: ['upload_borrower_file'] });
  expect((await refusal(other.call(files.readLink, { key: job?.errorFileKey ?? '' }))).status).toBe(404);
});

const head = 'LOAN NUMBER,BORROWER NAME,CLIENT BORROWER ID,MOBILE,POS,ADDRESS,AGENT EMAIL\n';
const loanOf = (number: string) =>
  server.database.one(sql`
    select l.principal_outstanding as pos, l.is_active as active, b.name, b.address, u.email as agent,
      (select count(*) from loan_assignments a where a.loan_id = l.id) as moves
    from loans l join borrowers b on b.id = l.borrower_id left join users u on u.id = l.assignee_id where l.loan_number = ${number}`);

test('an error file can be corrected and resent, and its formulas are only text', async () => {
  const bad = await importFile(`${head}M1,=A1+1,,+91 98765 43210,,"a;=cmd|x",\n`);
  expect(bad).toMatchObject({ correctRecords: 0, incorrectRecords: 1, newLoansCount: 0 });
  const text = await errorFile(bad);
  expect(text).toContain(`"'=A1+1","","'+91 98765 43210","","'a;=cmd|x"`);
  const mended = await importFile(text.replace('43210","",', '43210","5",'));
  expect(mended).toMatchObject({ correctRecords: 1, incorrectRecords: 0, errorFileKey: null });
  expect(await loanOf('M1')).toMatchObject({ name: '=A1+1', address: 'a;=cmd|x', pos: 500 });
  const again = await importFile(text.replace(`"'=A1+1"`, '""'));
  expect((await errorFile(again)).split('\r\n')[0]).toBe(text.split('\r\n')[0]);
});

test('a later file updates what it names, preserves empty cells, and transfers a loan with a trace', async () => {
  await importFile(`${head}C1,Asha,P1,,100,12 Temple Road,agent@recoup.test\n`);
  expect(await loanOf('C1')).toMatchObject({ agent: 'agent@recoup.test', moves: 1 });
  const job = await importFile(`${head}C1,Asha Rao,,,"2,00,000",,AGENT2@recoup.test\n`);
  expect(job).toMatchObject({ newLoansCount: 0, existLoansCount: 1 });
  expect(await loanOf('C1')).toEqual({
    pos: 20_000_000,
    active: true,
    name: 'Asha Rao',
    address: '12 Temple Road',
    agent: 'agent2@recoup.test',
    moves: 2,
  });
});

test('reports loans that returned, are DNC, or are missing in the file', async () => {
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (50, 1, 'Small')`);
  const small = { clientId: 1, portfolioId: 50 };
  await importFile(`${head}S1,A,,,1,,\nS2,B,,,1,,\nS3,C,,,1,,\nS4,D,,,1,,\n`, small);
  await server.database.run(sql`update loans set is_active = false where loan_number in ('S1', 'S4')`);
  await server.database.run(sql`update loans set is_dnc = true where loan_number = 'S2'`);
  const job = await importFile(`${head}S1,A,,,1,,\nS2,B,,,1,,\nS5,E,,,1,,\n`, small);
  expect(job).toMatchObject({
    totalRecords: 3,
    newLoansCount: 1,
    existLoansCount: 2,
    reActiveLoansCount: 1,
    dncLoansCount: 1,
    missingLoansCount: 1, // S3; S4 is not active
  });
  expect(await loanOf('S1')).toMatchObject({ active: true });
});

test('a person with several loans is one borrower, described by the last row of any long file', async () => {
  const rows = Array.from(
    { length: 6000 },
    (_, i) => `P${i},Person ${i % 3000},X${i % 3000},,1,Street ${i},`,
  );
  const file = head + rows.join('\n');
  const first = await importFile(file);
  expect(first).toMatchObject({ newLoansCount: 6000 });
  expect(await loanOf('P7')).toMatchObject({ name: 'Person 7', address: 'Street 3007' });
  const people = await server.database.one(
    sql`select count(*) as n from borrowers where client_borrower_id like 'X%'`,
  );
  expect(people).toEqual({ n: 3000 });
  const before = await loansNow();
  expect(await importFile(file)).toMatchObject({ newLoansCount: 0, existLoansCount: 6000 });
  expect(await loansNow()).toEqual(before);
});

const importSchemas = sql`select nspname from pg_namespace where nspname like 'import%'`;

test('a job that crashes midway resumes: no duplicate loan, exact totals', async () => {
  // The database refuses the second chunk of one worker once, as if the process had died there.
  await server.database.run(sql`create sequence deaths`);
  await server.database.run(sql`create function die_once() returns trigger language plpgsql as 'begin
    if nextval(''deaths'') = 1 then raise exception ''died''; end if; return new; end'`);
  await server.database.run(sql`create trigger die before insert on loans for each row
    when (new.loan_number = 'R22500') execute function die_once()`);
  const rows = Array.from({ length: 24_000 }, (_, i) => `R${i},Person ${i},,,1,,agent@recoup.test`);
  rows.push('R1,Again,,,1,,', 'R24001,Bad,,,-1,,');
  const job = await importFile(head + rows.join('\n'));
  await server.database.run(sql`drop trigger die on loans`);
  expect(await server.database.one(sql`select last_value as tries from deaths`)).toEqual({ tries: 2 });
  expect(job).toMatchObject({
    status: 'completed',
    totalRecords: 24_002,
    correctRecords: 24_000,
    incorrectRecords: 2,
    newLoansCount: 24_000,
    existLoansCount: 0,
  });
  const made = await server.database.one(sql`
    select count(*) as loans, count(distinct borrower_id) as people,
      (select count(*) from loan_assignments a join loans l on l.id = a.loan_id where l.loan_number like 'R%' and l.loan_number !~ 'RC') as moves
    from loans where loan_number like 'R%' and loan_number !~ 'RC'`);
  expect(made).toEqual({ loans: 24_000, people: 24_000, moves: 24_000 });
});

/** The job itself on a file that was sent in, without the queue before it. */
async function jobFor(fileKey: string, database = server.database) {
  const made = await server.database.one<{ id: number }>(sql`
    insert into file_jobs (upload_id, type, client_id, portfolio_id, created_by)
    select id, 'CUSTOMER_FILE', 1, 1, user_id from uploads where key = ${fileKey} returning id`);
  const id = made?.id ?? 0;
  const safe = openSafe({ dataDir: server.folder });
  const disk = sealedFiles(localFiles(join(server.folder, 'files')), safe);
  const log = openLog('/dev/null');
  const deps = { database, clock: systemClock, files: disk, safe };
  return {
    disk,
    run: (isLastTry: boolean, kind = customerFile) =>
      importFiles({ ...deps, kind }).run(
        { jobId: id },
        { log, signal: new AbortController().signal, isLastTry },
      ),
    status: () => server.database.one(sql`select status, error_msg as words from file_jobs where id = ${id}`),
  };
}

/** Sorting names without the time of an import is broken off, as it is where a crowd is at work. */
const impatient = (database: Database): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction((tx) =>
      work({
        ...tx,
        async run(query) {
          if (compile(query).text.includes('gin_clean_pending_list'))
            await tx.run(sql`select 1 / (current_setting('statement_timeout')::interval > '1 minute')::int`);
          return tx.run(query);
        },
      }),
    ),
});
test('a file is not broken off while its names are sorted', async () => {
  const { run, status } = await jobFor(await upload(`${head}SORTED,A,,,1,,\n`), impatient(server.database));
  await run(true);
  expect(await status()).toEqual({ status: 'completed', words: null });
});

test('a failing job reports its error after the last retry, and only then', async () => {
  const fileKey = await upload(`${head}N1,A,,,1,,\n`);
  const { disk, run, status } = await jobFor(fileKey);
  await disk.remove(fileKey);
  await expect(run(false)).rejects.toThrow('ENOENT');
  expect(await status()).toEqual({ status: 'processing', words: null });
  await expect(run(true)).rejects.toThrow('ENOENT');
  expect(await status()).toEqual({ status: 'failed', words: importText.broken });
});

test('a failure of one worker during the work of another leaves no rows of the file', async () => {
  const keys = await server.database.rows<{ key: string; worker: number }>(sql`
    select key, abs(hashtext(key) % 2) as worker from (select 'V' || n as key from generate_series(1, 8000) n) keys`);
  const failing = keys.find(({ worker }) => worker === 1)?.key ?? '';
  const rows = keys.filter(({ key, worker }) => worker === 0 || key === failing);
  await server.database.run(sql`create function fail() returns trigger language plpgsql as 'begin
    raise exception ''failed''; end'`);
  await server.database.run(
    sql`create trigger fail before insert on loans for each row when (new.product_name = 'Failing') execute function fail()`,
  );
  const head = 'LOAN NUMBER,BORROWER NAME,PRODUCT NAME,POS\n';
  const fileKey = await upload(
    head + rows.map(({ key }) => `${key},Asha,${key === failing ? 'Failing' : ''},1\n`).join(''),
  );
  const { run, status } = await jobFor(fileKey);
  await expect(run(true)).rejects.toThrow('failed');
  await server.database.run(sql`drop trigger fail on loans`);
  expect(await status()).toEqual({ status: 'failed', words: importText.broken });
  expect(await server.database.rows(importSchemas)).toEqual([]);
});

test('two files of one lender at the same moment make every loan once', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => `T${i},Person ${i},TP${i},,1,,`);
  const jobs = await Promise.all([1, 2].map(() => importFile(head + rows.join('\n'))));
  expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed']);
  expect(jobs.map((job) => job.newLoansCount ?? 0).sort((x, y) => x - y)).toEqual([0, 500]);
});

test('a file applied by two servers at once is applied once, with complete groups', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `U${i},Person ${i},UP${i},UG${(i * 7) % 10},1,,`);
  const fileKey = await upload(
    `LOAN NUMBER,BORROWER NAME,CLIENT BORROWER ID,GROUP ID,POS,ADDRESS,AGENT EMAIL\n${rows.join('\n')}`,
  );
  const { run, status } = await jobFor(fileKey);
  await Promise.allSettled([run(false), run(false)]);
  await run(false); // as the queue does with one that failed
  expect(await status()).toEqual({ status: 'completed', words: null });
  const counted = await server.database.one(sql`
    select new_loans_count + exist_loans_count as told from file_jobs order by id desc limit 1`);
  expect(counted).toEqual({ told: 3000 });
  const groups = await server.database.rows(sql`
    select count(*) as n from loans l join loan_groups g on g.id = l.loan_group_id
    where g.group_id like 'UG%' group by g.group_id`);
  expect(groups).toEqual(Array.from({ length: 10 }, () => ({ n: 300 })));
});

test('import connections yield to users', async () => {
  const client = await lowPriorityConnection(server.database);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  expect(getPriority(pid)).toBeGreaterThan(getPriority());
  // With Linux autogroups the session's priority applies.
  const weighed = await readFile('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').catch(() => '0');
  if (weighed.trim() === '1') expect(await readFile(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/nice 10$/m);
  client.release(true);
});

test('the complete rows of a truncated file are read, and the broken row is reported', async () => {
  const whole = `${head}H1,Asha,,,100,Road 1,\nH2,Bina,,,12345,Road 2,\n`;
  const half = whole.slice(0, whole.indexOf('12345') + 2);
  const job = await importFile(half);
  expect(job).toMatchObject({ status: 'completed', correctRecords: 1, incorrectRecords: 1 });
  expect((await errorFile(job)).trimEnd().split('\r\n')[1]).toMatch(/^3,"","row cut off","H2","Bina"/);
  expect(await loanOf('H2')).toBeUndefined();
  const quoted = await importFile(`${head}H3,Asha,,,100,Road 1,\nH4,Bina,,,1,"Road`);
  expect(quoted).toMatchObject({ status: 'completed', correctRecords: 1, incorrectRecords: 1 });
  expect((await errorFile(quoted)).trimEnd().split('\r\n')[1]).toMatch(/^3,"","quote not closed","H4"/);
  expect(await loanOf('H4')).toBeUndefined();
  expect(await importFile(whole)).toMatchObject({
    newLoansCount: 1,
    existLoansCount: 1,
    incorrectRecords: 0,
  });
});

test('new rows reference existing ones, and only registered triggers are skipped', async () => {
  const mayNow = () => server.database.transaction(mayCheckAtOnce);
  const addTrigger = sql`create trigger later after insert on loans for each row execute function nothing()`;
  expect(await mayNow()).toBe(true);
  const lost = await server.database.one(sql`select count(*) as n from loans l
    where not exists (select from borrowers b where b.id = l.borrower_id) or l.changed_tx = '0'
      or l.borrower_name <> (select b.name from borrowers b where b.id = l.borrower_id)
      or (l.assignee_id is not null and not exists (select from loan_assignments a where a.loan_id = l.id))`);
  expect(lost).toEqual({ n: 0 });
  expect(await server.database.rows(standsOtherwise)).toEqual([]);
  await server.database.run(
    sql`create function nothing() returns trigger language plpgsql as 'begin return new; end'`,
  );
  // Not before the request is stored.
  const soon = server.database.transaction(async (tx) => {
    await mayCheckAtOnce(tx);
    await server.database.transaction(async (other) => {
      await other.run(sql`set local lock_timeout = '50ms'`);
      await other.run(addTrigger);
    });
  });
  await expect(soon).rejects.toMatchObject({ code: '55P03' });
  await server.database.run(addTrigger);
  expect(await mayNow()).toBe(false);
  expect(await importFile(`${head}Z1,Asha,,,1,,agent@recoup.test\n`)).toMatchObject({ newLoansCount: 1 });
  await server.database.run(sql`drop trigger later on loans`);
});

/** A file that one worker applies in two pieces, the second of 30 rows. */
async function twoPieces(letter: string): Promise<string> {
  const keys = await server.database.rows<{ key: string }>(sql`
    select key from (select ${letter}::text || n as key from generate_series(1, 21000) n) keys
    where hashtext(key) % 2 = 0 limit 10030`);
  expect(keys.length).toBe(10_030);
  return `LOAN NUMBER,BORROWER NAME,POS\n${keys.map(({ key }) => `${key},Asha,1\n`).join('')}`;
}

test('a trigger that a newer server brings between two pieces of a file is not passed by', async () => {
  await server.database.run(sql`create table heard (loan_id bigint)`);
  await server.database.run(sql`create function hear() returns trigger language plpgsql as 'begin
    insert into heard values (new.id); return new; end'`);
  let isBegun = false;
  let there: Promise<unknown> | undefined;
  const meanwhile: ImportKind = {
    ...customerFile,
    async mayInsertFast(tx) {
      if (isBegun)
        await (there ??= server.database.run(
          sql`create trigger later after insert on loans for each row execute function hear()`,
        ));
      return mayCheckAtOnce(tx);
    },
    async apply(tx, job) {
      const applied = await customerFile.apply(tx, job);
      isBegun ||= applied.rows > 0;
      return applied;
    },
  };
  const { run, status } = await jobFor(await upload(await twoPieces('Q')));
  await run(true, meanwhile);
  expect(await status()).toEqual({ status: 'completed', words: null });
  await server.database.run(sql`drop trigger if exists later on loans`);
  expect(await server.database.one(sql`select count(*) as n from heard`)).toEqual({ n: 30 });
});

test.each([
  ['a zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe])],
  ['two encodings', new Uint8Array([...Buffer.from(`${head}V1,आशा\nV2,Ren`), 0xe9, 0x0a])],
  ['a million columns', `LOAN NUMBER,BORROWER NAME${',x'.repeat(1_000_000)}\n`],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x4c, 0, 0x4f, 0])],
  ['a file without its columns', 'A,B\n1,2\n'],
  ['a column that stands twice', 'LOAN NUMBER,BORROWER NAME,Loan Number\n1,2,3\n'],
  ['nothing', ''],
])('%s is rejected entirely, with a message', async (_, body) => {
  const before = await loansNow();
  const { run, status } = await jobFor(await upload(body));
  await run(false);
  expect(await status()).toEqual({ status: 'failed', words: expect.stringMatching(/[.]$/) as string });
  expect(await loansNow()).toEqual(before);
});
