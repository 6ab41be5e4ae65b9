/** Evidence reads archived months from their files, and reports unreadable ones. */
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { archiveOf } from '../../src/app/database/archive.ts';
import { makeMonths } from '../../src/app/database/months.ts';
import { bringMonthBack, takeOffMonths } from '../../src/app/database/old-months.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { complaints } from '../../src/contexts/complaints/contract/complaints.ts';
import { decisionsKept } from '../../src/contexts/contact/server/policy/decisions-kept.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { makeFiles } from '../../src/contexts/files/server/export/export-job.ts';
import { filesText } from '../../src/contexts/files/text/en/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { evidence } from '../../src/contexts/reporting/contract/evidence.ts';
import { evidenceKey } from '../../src/contexts/reporting/server/evidence/pack.ts';
import { evidenceFiles } from '../../src/contexts/reporting/server/evidence/routes.ts';
import { keptOf } from '../../src/contexts/reporting/server/evidence/rows.ts';
import { eventsKept } from '../../src/contexts/reporting/server/audit/events-kept.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import type { FileStore } from '../../src/kernel/server/providers/files/port.ts';
import { failuresText } from '../../src/text/en/failures.ts';
import { verify } from '../../src/tools/evidence-verify.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { untilSealed } from '../sealed.ts';
import { addLoan } from '../sync/phone.ts';

const rules = [...eventsKept(36), ...decisionsKept(36)];
const both = ['contact_decisions_before', 'event_before'];

let server: TestServer;
let store: FileStore;
let key: string;
let lead: Caller;
let agent: Caller;
let loanId: number;
let borrowerId: number;
/** The rows of the pack while everything was in the database. */
let before: string[];

const reason = 'Asked by the court; call 9876543210\tor "write"\nC:\\papers';

beforeAll(async () => {
  server = await boot();
  store = await filesOf({ dataDir: server.folder }, openSafe({ dataDir: server.folder }));
  ({ key } = await server.anonymous.call(evidence.key, {}));
  lead = await server.person({ roleType: 'tech_lead', flags: ['export_evidence', 'reveal_contact'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  ({ borrowerId } = await lead.call(loans.one, { id: String(loanId) }));
  await lead.call(loans.reveal, { id: String(loanId), contact: 'mobile', reason });
  const other = await addLoan(server, agent.id);
  await lead.call(loans.reveal, { id: String(other), contact: 'mobile', reason: 'Of somebody else' });
  await server.database.run(sql`
    insert into contact_decisions (at, loan_id, user_id, channel, contact, is_allowed, rule)
    select now() - n * interval '1 second', l, ${agent.id}, 'call', 'mobile', n % 2 = 0, case l when ${loanId}::bigint then 'rests' else 'other' end
    from generate_series(1, 200) n, unnest(array[${loanId}::bigint, ${other}::bigint]) l`);
  await agent.call(complaints.take, { loanId, kind: 'conduct', words: 'She shouted', aboutId: lead.id });
  // More than is read at once.
  await server.database.run(sql`
    insert into event (type, domain, facts) select 'x.tested', 'x', jsonb_build_object('n', n, 'line', repeat(E'a\nb\\ ', 40))
    from generate_series(1, 30000) n`);
  before = rowsOf((await made()).text);
});
afterAll(() => server.stop());

async function pack(who: Caller, form: 'csv' | 'pdf' = 'csv') {
  const asked = await who.call(evidence.make, { borrowerId, form });
  if (asked.file !== undefined)
    return { name: asked.name, rows: asked.rows, bytes: Buffer.from(asked.file, 'base64'), warning: null };
  const job = await vi.waitUntil(
    async () => {
      const [newest] = (await who.call(files.jobs, { type: 'EXPORT' })).rows;
      return newest?.status === 'completed' || newest?.status === 'failed' ? newest : false;
    },
    { timeout: 60_000, interval: 30 },
  );
  if (!job.fileKey) return { name: job.fileName, rows: 0, bytes: Buffer.alloc(0), warning: job.errorMsg };
  const { url } = await who.call(files.readLink, { key: job.fileKey });
  const answer = await who.fetch(url);
  expect(answer.headers.get('content-type')).toContain(form);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { name: job.fileName, rows: job.totalRecords, bytes, warning: job.errorMsg };
}
async function made(who = lead) {
  const one = await pack(who);
  expect(verify(one.bytes, key).is).toBe('whole');
  return { ...one, text: one.bytes.toString('utf8') };
}
/** Events, without positions and hashes of rows; excludes the pack's creation. */
const rowsOf = (text: string): string[] =>
  text
    .split('\r\n')
    .filter((line) => /^\d/.test(line) && !/,"(pack|archive)",/.test(line))
    .map((line) => line.replace(/^\d+,/, '').replace(/,"[0-9a-f]{64}"$/, ''));
const monthsIn = (text: string): string[] =>
  [...text.matchAll(/,"archive","(\w+)","","","([\w ]+)[:;]/g)].map(([, name, how]) => `${name} ${how}`);

async function leave(): Promise<void> {
  const bound = await server.database.one<{ month: string }>(sql`
    select substring(pg_get_expr(relpartbound, oid) from $$TO \\('(\\d{6})$$) as month from pg_class where relname = 'event_before'`);
  const month = bound?.month ?? '';
  const later = new Date(Date.UTC(Number(month.slice(0, 4)) + 3, Number(month.slice(4)) - 1, 2));
  const client = await server.database.connect();
  await makeMonths(client, new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 15)));
  client.release();
  const sealed = async (): Promise<void> => {
    await untilSealed(server.database);
    const safe = openSafe({ dataDir: server.folder });
    const watch = auditWatch(server.database, openAnchors({ safe, dataDir: server.folder }), store);
    expect((await watch.look()).is).toBe('whole');
  };
  await sealed();
  expect(await takeOffMonths({ ...server, store }, rules, later)).toEqual([]);
  await sealed();
  expect((await takeOffMonths({ ...server, store }, rules, later)).toSorted()).toEqual(both);
}
async function placeOf(name: string): Promise<string> {
  const kept = await server.database.one<{ file: string }>(
    sql`select facts ->> 'file' as file from month_files where name = ${name}`,
  );
  return path.join(server.folder, 'files', kept?.file ?? '');
}
const tamper = (statement: string): Promise<void> =>
  server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(new Fragment([statement], []));
  });

test('archived rows appear in the pack in order, masked, with their months listed', async () => {
  expect(before.filter((row) => row.includes('"decision"'))).toHaveLength(200);
  expect(before.filter((row) => row.includes('"reveal"'))).toHaveLength(1);
  await leave();
  expect(await server.database.one(sql`select count(*)::int as n from contact_decisions`)).toEqual({ n: 0 });
  const { text, name, rows, warning } = await made();
  expect(rowsOf(text)).toEqual(before);
  expect([name, rows, warning]).toEqual([`evidence-${borrowerId}.csv`, before.length, null]);
  expect(text).toContain('call XXXXXX3210');
  for (const word of ['9876543210', 'Of somebody else', 'NOT COMPLETE']) expect(text).not.toContain(word);
  expect(monthsIn(text)).toEqual(['contact_decisions_before read whole', 'event_before read whole']);
  expect(text).toContain(`Rows of these months were read out of sealed files: ${both.join(', ')}.`);
  const told = await server.database.rows(sql`select actor_id::int as who, facts ->> 'rows' as rows from event
    where type = 'evidence.made' and domain = 'evidence'`);
  expect(told).toEqual([{ who: lead.id, rows: String(before.length) }]);
  // Limited to this pack: later readers see the table unchanged.
  expect(await server.database.one(sql`select count(*)::int as n from contact_decisions`)).toEqual({ n: 0 });
});

test('on pages they are too, and a complaint about the reader is for others', async () => {
  const { bytes, name } = await pack(lead, 'pdf');
  expect([name, verify(bytes, key).is]).toEqual([`evidence-${borrowerId}.pdf`, 'whole']);
  expect(bytes.toString('latin1')).toContain('call XXXXXX3210');
  const manager = await server.person({ roleType: 'admin', flags: ['export_evidence', 'list_export_files'] });
  const { text } = await made(manager);
  expect(text).toContain('She shouted');
  expect(text).toContain('call XXXXXX3210');
  expect((await made()).text).not.toContain('She shouted');
});

test('a pack is visible to its owner only: contents depend on the reader, so the system admin gets no others', async () => {
  const [job] = (await lead.call(files.jobs, { type: 'EXPORT' })).rows;
  const chief = await server.database.one<{ id: number }>(sql`
    insert into users (first_name, last_name, email, role_id)
    values ('The', 'Chief', 'chief@recoup.test', (select id from roles where slug = 'system_admin')) returning id`);
  const above = await server.signIn(chief?.id ?? 0);
  expect(job?.exportType).toBe('evidence');
  expect((await above.call(files.jobs, { type: 'EXPORT' })).rows).toEqual([]);
  const one = await refusal(above.call(files.job, { id: String(job?.id) }));
  const link = await refusal(above.call(files.readLink, { key: job?.fileKey ?? '' }));
  expect([one.body.code, link.body.code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});

test('a requester who lost the permission or the borrower gets no pack', async () => {
  const stranger = await server.person({ roleType: 'tech_lead', flags: ['export_evidence'] });
  const make = makeFiles({
    database: server.database,
    files: store,
    made: [
      evidenceFiles({
        database: server.database,
        clock: systemClock,
        archive: archiveOf({ ...server, store }),
        key: () => evidenceKey(Buffer.alloc(32)),
        sources: () => [],
      }),
    ],
  });
  for (const [who, asked, words] of [
    [agent, { of: 'borrower', borrowerId, form: 'csv' }, filesText.notAllowed],
    [stranger, { of: 'borrower', borrowerId, form: 'csv' }, failuresText.NOT_FOUND({})],
    [stranger, { of: 'sample', clientId: 1, form: 'csv' }, failuresText.FORBIDDEN({})],
  ] as const) {
    const job = await server.database.one<{ id: number }>(sql`
      insert into file_jobs (type, export_type, filters, file_key, file_name, created_by)
      values ('EXPORT', 'evidence', ${JSON.stringify(asked)}::jsonb, ${`export/${randomUUID()}`}, 'a.csv', ${who.id}) returning id`);
    const id = job?.id ?? 0;
    await make.run(
      { jobId: id },
      { log: openLog('/dev/null'), signal: new AbortController().signal, isLastTry: false },
    );
    expect(await who.call(files.job, { id: String(id) })).toMatchObject({
      status: 'failed',
      errorMsg: words,
    });
  }
});

test('a missing, truncated or changed file is reported in the pack and on screen, with the remaining rows', async () => {
  const place = await placeOf('event_before');
  const bytes = await readFile(place);
  const kept = `${place}.kept`;
  await copyFile(place, kept);
  const spoiled: [string, () => Promise<void>][] = [
    ['NOT READ', () => rm(place)],
    ['NOT USED', () => truncate(place, bytes.length - 1)],
    ['NOT USED', () => truncate(place, 20)],
    ['NOT USED', () => truncate(place, 0)],
    [
      'NOT USED',
      async () => {
        const other = Buffer.from(bytes);
        other.writeUInt8(other.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
        await writeFile(place, other);
      },
    ],
  ];
  for (const [words, spoil] of spoiled) {
    await spoil();
    const { text, name, warning } = await made();
    expect(monthsIn(text)).toEqual(['contact_decisions_before read whole', `event_before ${words}`]);
    expect(warning).toMatch(/^NOT COMPLETE: .*: event_before\./);
    expect(text).toContain(warning);
    expect(name).toBe(`evidence-${borrowerId}-not-complete.csv`);
    expect(rowsOf(text)).toEqual(before.filter((row) => !row.includes('"reveal"')));
    await copyFile(kept, place);
  }
  await rm(kept);
  expect(monthsIn((await made()).text)).toContain('event_before read whole');
});

test('a file with a hash other than the chained one is not used, whatever the list of months contains', async () => {
  const month = await server.database.one<{ noted: number; facts: string }>(
    sql`select noted_by as noted, facts::text from month_files where name = 'contact_decisions_before'`,
  );
  const facts = (month?.facts ?? '').replaceAll("'", "''");
  const broken = ['contact_decisions_before NOT USED', 'event_before read whole'];
  // The list names a rewritten file; then so does its event, except for its hash.
  const forged = `months/${randomUUID()}`;
  await store.put(forged, Readable.from([gzipSync('')]), 1000);
  const said = JSON.stringify({ file: forged, rows: 0, sha256: createHash('sha256').digest('hex') });
  await tamper(`update month_files set facts = facts || '${said}' where name = 'contact_decisions_before'`);
  expect(monthsIn((await made()).text)).toEqual(broken);
  await tamper(`update event set facts = facts || '${said}' where id = ${month?.noted}`);
  expect(monthsIn((await made()).text)).toEqual(broken);
  await tamper(`update event set facts = '${facts}' where id = ${month?.noted}`);
  await tamper(`update month_files set facts = '${facts}' where name = 'contact_decisions_before'`);
  expect(rowsOf((await made()).text)).toEqual(before);
});

test('a month restored during reading is reported once', async () => {
  const place = { ...server, store };
  let calls = 0;
  const found = await archiveOf(place).read(
    { kept: keptOf([loanId]), since: '2000-01-01', most: 1000 },
    async (tx) => {
      calls += 1;
      if (calls === 1) await bringMonthBack(place, 'contact_decisions_before');
      return tx.one(sql`select count(*)::int as n from contact_decisions where loan_id = ${loanId}`);
    },
    { signal: new AbortController().signal, told: () => Promise.resolve() },
  );
  expect([calls, found]).toEqual([2, { n: 200 }]);
});

test('restored rows are read from the database immediately', async () => {
  await bringMonthBack({ ...server, store }, 'event_before');
  const { text, name, warning } = await made();
  expect(rowsOf(text)).toEqual(before);
  expect([name, warning, monthsIn(text)]).toEqual([`evidence-${borrowerId}.csv`, null, []]);
});
