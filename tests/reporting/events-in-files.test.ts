/** Event months are id ranges, archived to encrypted files, and the chain is verified through them. */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkMonth } from '../../src/app/database/check-months.ts';
import { monthFiles, readMonth } from '../../src/app/database/month-files.ts';
import { makeMonths } from '../../src/app/database/months.ts';
import { bringMonthBack, takeOffMonths } from '../../src/app/database/old-months.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { type AuditWatch, auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { decisionsKept } from '../../src/contexts/contact/server/policy/decisions-kept.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { audit as auditOf } from '../../src/contexts/reporting/contract/audit.ts';
import { eventsKept } from '../../src/contexts/reporting/server/audit/events-kept.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import type { FileStore } from '../../src/kernel/server/providers/files/port.ts';
import { addressOf } from '../agencies/kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { untilSealed } from '../sealed.ts';
import { addLoan } from '../sync/phone.ts';

const rules = [...eventsKept(36), ...decisionsKept(36)];
const both = ['event_before', 'contact_decisions_before'];

let server: TestServer;
let client: pg.PoolClient;
let store: FileStore;
/** A new watcher process. */
let process_: () => AuditWatch;
let lead: Caller;
let agent: Caller;
let loanId: number;
/** Loans referenced only in an event's facts. */
let told: number[];
/** First month with an id range, and a day on which all before it is older than 36 months. */
let month: string;
let later: Date;

beforeAll(async () => {
  server = await boot();
  client = await server.database.connect();
  const safe = openSafe({ dataDir: server.folder });
  store = await filesOf({ dataDir: server.folder }, safe);
  process_ = () => auditWatch(server.database, openAnchors({ safe, dataDir: server.folder }), store);
  lead = await server.person({ roleType: 'tech_lead', flags: ['reveal_contact'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  await lead.call(loans.reveal, { id: String(loanId), contact: 'mobile', reason: 'Asked by the court' });
  await server.database.run(sql`
    insert into contact_decisions (at, loan_id, user_id, channel, contact, is_allowed, rule)
    values (now(), ${loanId}, ${agent.id}, 'call', 'mobile', false, 'rests')`);
  told = [await addLoan(server, agent.id), await addLoan(server, agent.id)];
  await server.database.run(sql`
    insert into event (type, domain, facts) values ('x.tested', 'x', jsonb_build_object('loanId', ${told[0]}::bigint)),
      ('x.tested', 'x', jsonb_build_object('loanIds', array[${told[1]}::bigint]))`);
  // More than is read at once.
  await server.database.run(sql`
    insert into event (type, domain, facts) select 'x.tested', 'x', jsonb_build_object('n', n, 'line', repeat(E'a\nb\\ ', 40))
    from generate_series(1, 30000) n`);
  const bound = await server.database.one<{ month: string }>(sql`
    select substring(pg_get_expr(relpartbound, oid) from $$TO \\('(\\d{6})$$) as month from pg_class where relname = 'event_before'`);
  month = bound?.month ?? '';
  later = new Date(Date.UTC(Number(month.slice(0, 4)) + 3, Number(month.slice(4)) - 1, 2));
});
afterAll(async () => {
  client.release();
  await server.stop();
});

const written = (): Promise<{ id: number; place: string }[]> =>
  server.database.rows(
    sql`insert into event (type, domain) values ('x.tested', 'x') returning id, tableoid::regclass::text as place`,
  );
const turn = (): Promise<string[]> => takeOffMonths({ ...server, store }, rules, later);
/** An attacker with all privileges disables the guards. */
const tamper = (...statements: string[]): Promise<void> =>
  server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.run(new Fragment([statement], []));
  });
const fileOf = async (name: string): Promise<{ key: string; place: string }> => {
  const kept = await server.database.one<{ file: string }>(
    sql`select facts ->> 'file' as file from month_files where name = ${name}`,
  );
  const key = kept?.file ?? '';
  return { key, place: path.join(server.folder, 'files', key) };
};

test('numbers continue with the month, once, and never decrease', async () => {
  const begun = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 15));
  const [last] = await written();
  expect(last?.place).toBe('months.event_before');
  await makeMonths(client, begun);
  const first = Number(`${month}000000000`);
  const own = `months.event_${month.slice(0, 4)}_${month.slice(4)}`;
  expect(await written()).toEqual([{ id: first, place: own }]);
  await makeMonths(client, begun);
  await makeMonths(client, new Date());
  expect(await written()).toEqual([{ id: first + 1, place: own }]);
  await untilSealed(server.database);
  expect((await process_().whole()).is).toBe('whole');
});

test('the chain check reads each event in its month alone, across years', async () => {
  await makeMonths(client, new Date(), 36);
  await client.query('analyze event, event_seal');
  const looked = await server.database.transaction(async (tx) => {
    await tx.rows(sql`select from check_seals(0, '\\x00', 5000)`);
    return tx.rows<{ name: string }>(sql`
      select relname as name from pg_stat_xact_all_tables
      where schemaname = 'months' and relname like 'event%' and coalesce(idx_scan, 0) + coalesce(seq_scan, 0) > 0`);
  });
  expect(looked).toEqual([{ name: 'event_before' }]);
});

test('a hold on a loan retains the months of its events', async () => {
  for (const held of [loanId, ...told]) {
    const reasons = await agent.call(loanHolds.reasons, { loanId: held });
    const medical = reasons.find(({ name }) => name === 'Medical emergency');
    await agent.call(loanHolds.place, { loanId: held, reasonId: medical?.id ?? 0, note: 'In hospital' });
    // Active on the requested day.
    await server.database.run(sql`update loan_holds set until_day = '9999-01-01' where loan_id = ${held}`);
    await untilSealed(server.database);
    expect(
      await takeOffMonths({ ...server, store }, held === loanId ? rules : eventsKept(36), later),
    ).toEqual([]);
    expect(await server.database.rows(sql`select from month_files`)).toEqual([]);
    await server.database.run(sql`update loan_holds set until_day = from_day`);
  }
});

test('months are archived, and the chain verifies through their files and continues', async () => {
  expect(await turn()).toEqual([]);
  await untilSealed(server.database);
  expect((await process_().look()).is).toBe('whole');
  const was = await process_().whole();
  expect(await turn()).toEqual(both);
  const left = await server.database.one(
    sql`select count(*)::int as n, min(id)::text like ${`${month}%`} as "isYoung" from event`,
  );
  expect(left).toMatchObject({ isYoung: true });
  await written();
  await untilSealed(server.database);
  const now = await process_().look();
  expect(now.is).toBe('whole');
  expect(now).not.toEqual(was);
  expect(await process_().whole()).toEqual(now);
  expect(await server.database.one(sql`select broken_seal() as n`)).toEqual({ n: null });
});

test('the history of a loan shows from when its changes are in files', async () => {
  const admin = await server.person({ roleType: 'admin', flags: ['view_borrower_history'] });
  const kinds = async (id: number): Promise<string[]> =>
    (await admin.call(loans.history, { id: String(id) })).rows.map(({ kind }) => kind);
  expect((await kinds(loanId)).slice(-2)).toEqual(['archived', 'assigned']);
  expect(await kinds(await addLoan(server, agent.id))).not.toContain('archived');
});

test('the audit names the months that are not in its list, and how their files were found last', async () => {
  const admin = await server.person({ roleType: 'admin' });
  const { readAt, ...whole } = { name: 'event_before', readAt: expect.any(String) as string, fault: null };
  const seen = await admin.call(auditOf.chain, {});
  expect(seen).toMatchObject({ away: ['event_before'], months: [{ ...whole, readAt }], isWhole: true });
  const { place } = await fileOf('event_before');
  const bytes = await readFile(place);
  await rm(place);
  expect((await process_().whole()).is).toBe('gone');
  expect(await admin.call(auditOf.chain, {})).toMatchObject({ months: [{ fault: 'gone' }], isWhole: false });
  await writeFile(place, bytes);
  expect((await process_().whole()).is).toBe('whole');
  expect(await admin.call(auditOf.chain, {})).toMatchObject({ months: [whole], isWhole: true });
});

test('the longest unread month is read next, by any process', async () => {
  const readAt = async (): Promise<string[]> =>
    (await monthFiles(server.database, sql`left_at is not null`))
      .toSorted((a, b) => ((a.readAt ?? '') < (b.readAt ?? '') ? -1 : 1))
      .map(({ name }) => name);
  const [first, second] = await readAt();
  await process_().look();
  expect(await readAt()).toEqual([second, first]);
  await process_().look();
  expect(await readAt()).toEqual([first, second]);
});

/** As run by an operator. */
async function audit(): Promise<{ code: number; said: string }> {
  const tool = path.join(import.meta.dirname, '../../src/tools/audit.ts');
  const env = {
    ...process.env,
    DATABASE_URL: addressOf(inject('postgres'), server.databaseName),
    DATA_DIR: server.folder,
  };
  return promisify(execFile)(process.execPath, [tool], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, said: error.stdout }),
  );
}

test('a missing or changed file is reported by readers and by the command', async () => {
  const { place } = await fileOf('event_before');
  const bytes = await readFile(place);
  expect(await audit()).toMatchObject({ code: 0 });
  await rm(place);
  const gone = { is: 'gone', month: 'event_before' };
  expect(await process_().whole()).toEqual(gone);
  expect(await audit()).toEqual({
    code: 1,
    said: expect.stringContaining('the file of month event_before is missing') as string,
  });
  const flip = () => bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
  flip();
  await writeFile(place, bytes);
  const changed = { is: 'changed', month: 'event_before' };
  expect(await process_().whole()).toEqual(changed);
  flip();
  await writeFile(place, bytes);
  expect((await process_().whole()).is).toBe('whole');
});

test('the audit watcher verifies one archive at startup and alerts until it is repaired', async () => {
  // The first by name.
  const { place } = await fileOf('contact_decisions_before');
  const bytes = await readFile(place);
  await rm(place);
  const watch = process_();
  const gone = { is: 'gone', month: 'contact_decisions_before' };
  expect([await watch.look(), await watch.look()]).toEqual([gone, gone]);
  await writeFile(place, bytes);
  expect((await process_().look()).is).toBe('whole');
});

test('rewritten rows with recomputed hashes match neither the chain nor its notes', async () => {
  const changed = (month: string) => ({ is: 'changed', month });
  const fault = async (name: string) => {
    const [found] = await monthFiles(server.database, sql`name = ${name}`);
    return found && checkMonth({ ...server, store }, found);
  };
  async function forge(name: string, change: (rows: Buffer) => Buffer): Promise<() => Promise<void>> {
    const { key, place } = await fileOf(name);
    const bytes = await readFile(place);
    const was = await server.database.one<{ facts: string }>(
      sql`select facts::text from month_files where name = ${name}`,
    );
    const pieces: Buffer[] = [];
    await readMonth(store, { file: key }, async (rows) => void pieces.push(Buffer.from(rows)));
    await store.remove(key);
    const forged = gzipSync(change(Buffer.concat(pieces)));
    await store.put(key, Readable.from([forged]), Number.MAX_SAFE_INTEGER);
    const facts = JSON.stringify(await readMonth(store, { file: key }));
    await tamper(`update month_files set facts = facts || '${facts}' where name = '${name}'`);
    return async () => {
      await writeFile(place, bytes);
      await tamper(
        `update month_files set facts = '${was?.facts.replaceAll("'", "''")}' where name = '${name}'`,
      );
    };
  }
  const replaced =
    (word: string, by: string) =>
    (rows: Buffer): Buffer =>
      Buffer.from(rows.toString('utf8').replace(word, by));
  const withoutFirst = (rows: Buffer): Buffer => rows.subarray(rows.indexOf(10) + 1);
  for (const change of [replaced('the court', 'the bank'), withoutFirst]) {
    const back = await forge('event_before', change);
    expect(await fault('event_before')).toEqual(changed('event_before'));
    await back();
  }
  // For other tables only the note has the rows' hash.
  const back = await forge('contact_decisions_before', replaced('rests', 'rested'));
  expect(await fault('contact_decisions_before')).toBeUndefined();
  expect(await process_().whole()).toEqual(changed('contact_decisions_before'));
  await back();
  expect((await process_().whole()).is).toBe('whole');
});

test('a deleted event is no archived month, whatever the list contains', async () => {
  const [row] = await written();
  await written();
  await untilSealed(server.database);
  await tamper(
    `create table kept_event as select * from event where id = ${row?.id}`,
    `delete from event where id = ${row?.id}`,
  );
  expect(await process_().whole()).toEqual({ is: 'broken', event: row?.id });
  await tamper(`insert into month_files select 'event_forged', facts || jsonb_build_object('name', 'event_forged',
    'bound', 'FOR VALUES FROM (''${row?.id}'') TO (''${(row?.id ?? 0) + 1}'')'), noted_by, left_at
    from month_files where name = 'event_before'`);
  expect(await process_().whole()).toEqual({ is: 'changed', month: 'event_forged' });
  await tamper(
    `delete from month_files where name = 'event_forged'`,
    'insert into event overriding system value select * from kept_event',
    'drop table kept_event',
  );
  expect((await process_().whole()).is).toBe('whole');
});

test('restored months are unchanged: verified and append-only', async () => {
  for (const name of both) await bringMonthBack({ ...server, store }, name);
  expect(await server.database.one(sql`select broken_seal() as n`)).toEqual({ n: null });
  await untilSealed(server.database);
  expect((await process_().whole()).is).toBe('whole');
  await expect(
    server.database.run(sql`update event set facts = '{}' where id = (select min(id) from event)`),
  ).rejects.toThrow(/append-only/);
});
