/** A borrower's identity is erased after retention; amounts remain. Files are deleted on expiry. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localFiles } from '../../src/app/providers/local.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { name, sql } from '../../src/kernel/server/database/sql.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, bootBeside, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

const key = (purpose: string): string => `${purpose}/${randomUUID()}`;
const recording = key('recording');
const paper = key('borrower-document');

let server: TestServer;
let admin: Caller;
let loanId: number;
let borrowerId: number;
const said = ['Zarina Quill', '9876501234', 'ZQNPX1234F', 'zarina@mail.example', 'Fort Lane', 'Ravi Quill'];
const onDisk = (key: string): boolean => existsSync(join(server.folder, 'files', key));
const store = () => localFiles(join(server.folder, 'files'));
const put = (key: string) => store().put(key, Readable.from(['bytes']), 100);

beforeAll(async () => {
  server = await boot();
  admin = await server.person({
    roleType: 'admin',
    flags: ['upload_borrower_file', 'view_borrower_profile'],
  });
  await send(
    admin,
    'CUSTOMER_FILE',
    'LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS,CLIENT BORROWER ID,PAN,FATHER NAME,ADDRESS\nER1,Zarina Quill,9876501234,100,120,ERB1,ZQNPX1234F,Ravi Quill,Fort Lane\n',
  );
  const loan = await server.database.one<{ id: number; borrower: number }>(
    sql`select id, borrower_id as borrower from loans where loan_number = 'ER1'`,
  );
  loanId = loan?.id ?? 0;
  borrowerId = loan?.borrower ?? 0;
  await server.database.run(sql`update borrowers set email = 'zarina@mail.example' where id = ${borrowerId}`);
  await server.database.run(sql`insert into loan_participants (loan_id, type, name, mobile)
    values (${loanId}, 'Guarantor', 'Ravi Quill', '9876501234')`);
  await changePayments(
    server.database,
    sql`insert into payments (loan_id, amount, payment_date, realized, source, mode, transaction_id)
    values (${loanId}, 50000, '2021-01-05', true, 'DISPOSITION', 'Cash', 'ER-1')`,
  );
  await server.database.run(sql`
    with w as (insert into contact_wishes (borrower_id, language, avoid_from, avoid_until, no_calls_since, changed_at)
      values (${borrowerId}, 'hi', '14:00', '16:00', now(), now()) returning borrower_id)
    insert into contact_wish_changes (borrower_id, loan_id, at, language, no_calls)
    select borrower_id, ${loanId}, now(), 'hi', true from w`);
  await server.database.run(sql`insert into messages (loan_id, channel, mobile, message, status)
    values (${loanId}, 'sms', '9876501234', 'Dear Zarina Quill', 'sent')`);
  await server.database
    .run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, comments)
    select ${loanId}, ${borrowerId}, ${admin.id}, min(id), 'Zarina Quill said she pays' from dispositions`);
  await server.database
    .run(sql`insert into call_attempts (loan_id, user_id, direction, mode, phone, state, outcome, claimed_at, dialed_at, ended_at)
    values (${loanId}, ${admin.id}, 'outbound', 'manual', '9876501234', 'ended', 'connected', now(), now(), now())`);
  await server.database.run(sql`insert into recordings (attempt_id, state, storage_key, started_at)
    select id, 'stored', ${recording}, now() from call_attempts where loan_id = ${loanId}`);
  await server.database
    .run(sql`insert into uploads (key, user_id, purpose, file_name, content_type, max_bytes, expires_at, stored_at)
    values (${paper}, ${admin.id}, 'borrower-document', 'Zarina Quill.pdf', 'application/pdf', 100, now(), now())`);
  await server.database.run(sql`insert into borrower_documents (borrower_id, category_id, key, name, added_by)
    select ${borrowerId}, min(id), ${paper}, 'Zarina Quill.pdf', ${admin.id} from document_categories`);
  for (const one of [recording, paper]) await put(one);
});
afterAll(() => server.stop());

const erase = (who: Caller, reason = 'asked by the borrower') =>
  who.call(loans.erase, { id: String(borrowerId), reason });
/** Tables still containing one of the texts. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const tables = await server.database.rows<{ table: string }>(sql`
    select relname as "table" from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
  const found: string[] = [];
  for (const { table } of tables)
    for (const text of texts) {
      const hit = await server.database.one(
        sql`select 1 as ok from ${name(table)} t where strpos(t::text, ${text}) > 0 limit 1`,
      );
      if (hit) found.push(`${table}: ${text}`);
    }
  return found;
}

test('only an administrator erases, and not while a loan is active, too early, or on hold', async () => {
  const lead = await server.person({ roleType: 'tech_lead', flags: ['view_borrower_profile'] });
  expect((await refusal(erase(lead))).body.code).toBe('FORBIDDEN');
  expect((await refusal(erase(admin))).body).toMatchObject({
    code: 'ERASE_LOAN_ACTIVE',
    facts: { count: 1 },
  });

  const manager = await server.person({ roleType: 'manager' });
  await server.database.run(sql`update loans set assignee_id = ${manager.id} where id = ${loanId}`);
  const [reason] = await manager.call(loanHolds.reasons, { loanId });
  const hold = await manager.call(loanHolds.place, { loanId, reasonId: reason?.id ?? 0, note: '' });
  await server.database.run(sql`update loans set is_active = false where id = ${loanId}`);
  expect((await refusal(erase(admin))).body.code).toBe('ERASE_TOO_SOON');
  await server.database.run(
    sql`update loans set closed_at = now() - interval '61 months' where id = ${loanId}`,
  );
  expect((await refusal(erase(admin))).body).toMatchObject({
    code: 'ERASE_HELD',
    facts: { reason: reason?.name },
  });
  await manager.call(loanHolds.end, { id: String(hold.id) });
  expect(await placesOf(['Zarina Quill'])).toContain('borrowers: Zarina Quill');
});

test("an administrator erases a borrower's identity; amounts remain, and the audit records the actor", async () => {
  const money = () =>
    server.database
      .one(sql`select l.total_outstanding as tos, l.loan_number as number, p.amount, p.transaction_id as paid,
      (select count(*)::int from call_attempts k where k.loan_id = l.id) as calls,
      (select count(*)::int from borrower_dispositions d where d.loan_id = l.id) as outcomes,
      (select count(*)::int from messages m where m.loan_id = l.id) as messages
      from loans l join payments p on p.loan_id = l.id where l.id = ${loanId}`);
  const before = await money();
  await server.database.run(sql`update borrowers set voter_id_sealed = 'x', driving_licence_sealed = 'x',
    passport_number_sealed = 'x', pan_sealed = 'x', aadhar_sealed = 'x' where id = ${borrowerId}`);
  expect(await erase(admin)).toMatchObject({ id: borrowerId, files: 2 });
  const sealed = await server.database.rows<{ key: string }>(sql`
    select e.key from borrowers b, jsonb_each(to_jsonb(b)) e
    where b.id = ${borrowerId} and e.key like '%sealed' and e.value <> 'null'`);
  expect(sealed).toEqual([]);
  expect(await money()).toEqual(before);
  expect(await placesOf(said)).toEqual([]);
  const wishes = sql`select from contact_wishes union all select from contact_wish_changes`;
  expect(await server.database.rows(wishes)).toEqual([]);
  await expect.poll(() => [recording, paper].filter(onDisk)).toEqual([]);
  const profile = await admin.call(loans.borrower, { id: String(borrowerId) });
  expect(profile).toMatchObject({ name: 'Erased', pan: null, erasedAt: expect.any(String) as string });
  expect(
    await server.database.one(
      sql`select actor_id as by, facts->>'reason' as reason from event where type = 'loans.erased' and entity_id = ${loanId}`,
    ),
  ).toEqual({ by: admin.id, reason: 'asked by the borrower' });
  expect((await refusal(erase(admin))).body.code).toBe('ERASED_ALREADY');
});

test('lender files, exports and recordings are deleted on expiry, and not before', async () => {
  const { database } = server;
  const upload = await database.one<{ key: string }>(
    sql`select key from uploads where purpose = 'customer-file'`,
  );
  const [oldExport, newExport] = [key('export'), key('export')];
  const [oldCall, newCall, heldCall] = [key('recording'), key('recording'), key('recording')];
  const held = await database.one<{ id: number }>(sql`
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number)
    select client_id, portfolio_id, borrower_id, borrower_name, 'ER-HELD' from loans where id = ${loanId} returning id`);
  await database.run(sql`insert into loan_holds (loan_id, rule_id, from_day, until_day)
    select ${held?.id ?? 0}, min(id), current_date, current_date + 30 from compliance_rules where not is_death`);
  await put(oldExport);
  await put(newExport);
  await database.run(sql`insert into file_jobs (type, created_by, status, file_key, updated_at) values
    ('EXPORT', ${admin.id}, 'completed', ${oldExport}, now() - interval '8 days'),
    ('EXPORT', ${admin.id}, 'completed', ${newExport}, now() - interval '6 days')`);
  await database.run(
    sql`update uploads set stored_at = now() - interval '91 days' where key = ${upload?.key}`,
  );
  for (const [call, months, of] of [
    [oldCall, 25, loanId],
    [newCall, 23, loanId],
    [heldCall, 25, held?.id ?? 0],
  ] as const) {
    await put(call);
    await database.run(sql`with k as (insert into call_attempts (loan_id, direction, mode, state, outcome, claimed_at, dialed_at, ended_at)
        values (${of}, 'outbound', 'manual', 'ended', 'connected', now(), now(), now()) returning id)
      insert into recordings (attempt_id, state, storage_key, started_at)
      select id, 'stored', ${call}, now() - make_interval(months => ${months}) from k`);
  }
  const all = [upload?.key ?? '', oldExport, newExport, oldCall, newCall, heldCall];
  expect(all.filter(onDisk)).toEqual(all);

  // Enqueued at server start, and hourly.
  const next = await bootBeside(server, undefined, { DATA_DIR: server.folder });
  await expect.poll(() => all.filter(onDisk)).toEqual([newExport, newCall, heldCall]);
  await next.stop();
  const link = await refusal(
    admin.call(files.parse, {
      fileKey: upload?.key ?? '',
      type: 'CUSTOMER_FILE',
      clientId: 1,
      portfolioId: 1,
    }),
  );
  expect(link.body.code).toBe('FILE_MISSING');
});
