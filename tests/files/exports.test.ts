import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { exportLists } from '../../src/contexts/files/server/export/export-job.ts';
import { loanExport } from '../../src/contexts/loans/server/export.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { localFiles } from '../../src/app/providers/local.ts';
import { sealedFiles } from '../../src/app/providers/sealed.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { filesText } from '../../src/contexts/files/text/en/files.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let lead: Caller;
let agent: Caller;
const mayExport = ['export_borrower_collection', 'list_export_files'] as const;

beforeAll(async () => {
  server = await boot();
  admin = await server.as(...mayExport);
  lead = await server.person({ roleType: 'tech_lead', flags: mayExport });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id, flags: mayExport });
  await server.database.run(sql`
    with people as (
      insert into borrowers (client_id, client_borrower_id, name, city_name)
      select 1, n::text, case n when 1 then '=HYPERLINK("http://evil")' when 2 then E'two\nlines; =1+1' when 3 then E'back\\\\slash\tand tab' else 'Person ' || n end, 'Kochi'
      from generate_series(1, 2500) n returning id, client_borrower_id::int as n)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id, principal_outstanding,
      total_outstanding)
    select 1, 1, id, 'L' || n, (9876500000 + n)::text, case when n <= 3 then ${agent.id}::bigint end, 5, n * 100 from people`);
});
afterAll(() => server.stop());

const ask = (who: Caller, filters: Record<string, unknown> = {}, type = 'borrowers') =>
  who.call(files.parse, { type: 'EXPORT', export_type: type, filters });
const ended = (who: Caller, id: number) =>
  vi.waitUntil(
    async () => {
      const now = await who.call(files.job, { id: String(id) });
      return now?.status === 'completed' || now?.status === 'failed' ? now : false;
    },
    { timeout: 60_000, interval: 30 },
  );
async function read(who: Caller, key: string): Promise<string> {
  const { url } = await who.call(files.readLink, { key });
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await who.fetch(url)).arrayBuffer());
}
async function exported(who: Caller, filters: Record<string, unknown> = {}) {
  const job = await ended(who, (await ask(who, filters)).id);
  expect(job.status).toBe('completed');
  return { job, text: await read(who, job.fileKey ?? '') };
}

test('a list is exported with all rows, masked, with escaped formulas', async () => {
  const { job, text } = await exported(admin, { page: 3, size: 5, sort: 'totalOutstanding' });
  expect(job).toMatchObject({ progressPercentage: 100, totalRecords: 2500, type: 'EXPORT' });
  expect(job.fileName).toMatch(/^borrowers-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toMatch(/^\uFEFF"Loan Number","Borrower","Mobile",/);
  expect(text.trimEnd().split('\r\n')).toHaveLength(2501);
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")","XXXXXX0001"`);
  expect(text).toContain(`"'two\nlines; =1+1"`);
  expect(text).toContain('"back\\slash\tand tab"');
  expect(text).not.toContain('98765');
  expect(text).toContain(',0.05,2500.00,');
});

test('dates in files use the Indian format', async () => {
  await server.database.run(sql`
    update loans set latest_realize_payment_date = '2026-11-05', last_disposition_at = '2026-11-05T20:00:00Z'
    where loan_number = 'L5'`);
  const { text } = await exported(admin);
  const line = text.split('\r\n').find((one) => one.includes('"L5"'));
  expect(line).toContain('"05/11/2026"');
  expect(line).toContain('"06/11/2026"');
  expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}/);
});

test("the export contains the caller's list: equal filters, equal access", async () => {
  const { text: own } = await exported(agent, { q: 'L2', isActive: true });
  expect(own.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringContaining('"L2"')]);
  expect((await exported(lead)).job.totalRecords).toBe(3);
  expect((await exported(admin, { q: "L2' or true --" })).job.totalRecords).toBe(0);
  const listed = await admin.call(loans.list, { q: 'person 24', clientIds: [1] });
  expect((await exported(admin, { q: 'person 24', clientIds: [1] })).job.totalRecords).toBe(listed.count);
});

test('an export is visible, readable and linked for its owner only', async () => {
  const { job } = await exported(agent);
  for (const other of [admin, lead]) {
    expect((await refusal(other.call(files.readLink, { key: job.fileKey ?? '' }))).body.code).toBe(
      'NOT_FOUND',
    );
    expect((await refusal(other.call(files.job, { id: String(job.id) }))).body.code).toBe('NOT_FOUND');
    const { rows } = await other.call(files.jobs, { type: 'EXPORT' });
    expect(rows.map(({ id }) => id)).not.toContain(job.id);
  }
  const { url } = await agent.call(files.readLink, { key: job.fileKey ?? '' });
  expect((await lead.fetch(url)).status).toBe(410);
  const answer = await agent.fetch(url);
  expect(answer.headers.get('content-disposition')).toContain(job.fileName);
  const chief = await server.signIn(
    (
      await server.database.one<{ id: number }>(sql`
        insert into users (first_name, last_name, email, role_id)
        values ('The', 'Chief', 'chief@recoup.test', (select id from roles where slug = 'system_admin')) returning id`)
    )?.id ?? 0,
  );
  expect(await read(chief, job.fileKey ?? '')).toContain('"L1"');
});

test('a lead with export permission finds and downloads a list export, and sees no uploads', async () => {
  const chief = await server.person({ roleType: 'tech_lead', flags: ['export_borrower_collection'] });
  const made = await chief.call(files.parse, { type: 'EXPORT', export_type: 'borrowers', filters: {} });
  const job = await ended(chief, made?.id ?? 0);
  expect((await chief.call(files.jobs, { type: 'EXPORT' })).rows.map(({ id }) => id)).toEqual([job.id]);
  expect(await read(chief, job.fileKey ?? '')).toContain('Loan');
  expect((await chief.call(files.jobs, { type: 'CUSTOMER_FILE' })).rows).toEqual([]);
});

test('uploads and exports are listed for permitted users', async () => {
  const uploader = await server.as('upload_borrower_file');
  expect((await uploader.call(files.jobs, { type: 'EXPORT' })).rows).toEqual([]);
  expect((await admin.call(files.jobs, {})).rows.every(({ type }) => type === 'EXPORT')).toBe(true);
});

test('an export without permission, list or valid filters is rejected', async () => {
  const nobody = await server.as('list_export_files');
  expect((await refusal(ask(nobody))).body.code).toBe('FORBIDDEN');
  expect((await refusal(ask(admin, {}, 'users'))).body.code).toBe('FORBIDDEN');
  expect((await refusal(ask(admin, {}, 'secrets'))).body.fields).toEqual([
    expect.objectContaining({ path: 'export_type', fault: 'invalid' }),
  ]);
  expect((await refusal(ask(admin, { password: 'x' }))).body.code).toBe('INVALID_INPUT');
  expect((await refusal(ask(admin, { clientIds: ['x'] }))).body.code).toBe('INVALID_INPUT');
});

/** A job of a crashed process: started, with half a file written. */
async function died(who: Caller): Promise<{ id: number; key: string }> {
  const key = `export/${randomUUID()}`;
  const store = localFiles(join(server.folder, 'files'));
  const { Readable } = await import('node:stream');
  await store.put(key, Readable.from(['half a fi']), 100);
  const made = await server.database.one<{ id: number }>(sql`
    insert into file_jobs (type, export_type, filters, file_key, file_name, created_by, status, progress_percentage)
    values ('EXPORT', 'borrowers', '{}', ${key}, 'borrowers.csv', ${who.id}, 'processing', 40) returning id`);
  return { id: made?.id ?? 0, key };
}
const context = (isLastTry = false) => ({
  log: openLog('/dev/null'),
  signal: new AbortController().signal,
  isLastTry,
});
const worker = (sources = [loanExport]) =>
  exportLists({
    database: server.database,
    files: sealedFiles(localFiles(join(server.folder, 'files')), openSafe({ dataDir: server.folder })),
    clock: systemClock,
    sources,
  });

test('an interrupted export is rewritten as one file, also when two workers start it at the same moment', async () => {
  const { id, key } = await died(agent);
  const count = async () => (await readdir(join(server.folder, 'files', 'export'))).length;
  const before = await count();
  expect((await refusal(agent.call(files.readLink, { key }))).body.code).toBe('NOT_FOUND');
  await Promise.all([worker().run({ jobId: id }, context()), worker().run({ jobId: id }, context())]);
  expect(await ended(agent, id)).toMatchObject({ status: 'completed', totalRecords: 3, fileKey: key });
  expect((await read(agent, key)).split('\r\n')).toHaveLength(5);
  expect(await count()).toBe(before);
  const finished = await server.database.rows(
    sql`select 1 from event where type = 'files.job-finished' and entity_id = ${id}`,
  );
  expect(finished).toHaveLength(1);
});

test('a failing export reports its error after the last retry, and only then', async () => {
  const { id } = await died(agent);
  const broken = {
    ...loanExport,
    read: () => ({ columns: [], from: sql`from nowhere`, count: sql`select 0 as n` }),
  };
  await expect(worker([broken]).run({ jobId: id }, context())).rejects.toThrow();
  expect((await agent.call(files.job, { id: String(id) }))?.status).toBe('processing');
  await expect(worker([broken]).run({ jobId: id }, context(true))).rejects.toThrow();
  expect(await ended(agent, id)).toMatchObject({ status: 'failed', errorMsg: filesText.exportFailed });
});

test('a user without permission or account gets no file', async () => {
  const leaver = await server.person({ roleType: 'agent', flags: mayExport });
  const { id, key } = await died(leaver);
  await server.database.run(sql`update users set is_active = false where id = ${leaver.id}`);
  await worker().run({ jobId: id }, context());
  const job = await server.database.one(
    sql`select status, error_msg as words from file_jobs where file_key = ${key}`,
  );
  expect(job).toEqual({ status: 'failed', words: filesText.notAllowed });
});

test('exports are retained for a week', async () => {
  const { job } = await exported(agent);
  await server.database.run(
    sql`update file_jobs set created_at = now() - interval '8 days' where id = ${job.id}`,
  );
  await exported(agent);
  expect((await agent.call(files.job, { id: String(job.id) }))?.fileKey).toBeNull();
  expect(await localFiles(join(server.folder, 'files')).has(job.fileKey ?? '')).toBe(false);
});
