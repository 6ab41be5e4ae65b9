/** Evidence of a borrower: all events in order, with permission, and its creation is recorded. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints } from '../../src/contexts/complaints/contract/complaints.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { evidence } from '../../src/contexts/reporting/contract/evidence.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { verify } from '../../src/tools/evidence-verify.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { addLoan } from '../sync/phone.ts';
import { changePayments } from '../world.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let borrowerId = 0;

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: ['export_evidence', 'reveal_contact'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  borrowerId = (await lead.call(loans.one, { id: String(loanId) })).borrowerId;
});
afterAll(() => server.stop());

const make = async (o: object = {}, who = lead) => {
  const made = await who.call(evidence.make, { borrowerId, form: 'csv', ...o } as never);
  return { ...made, bytes: Buffer.from(made.file ?? '', 'base64') };
};

test('calls, holds, complaints and reveals are included in order, masked, and verify without product or database', async () => {
  const reasons = await agent.call(loanHolds.reasons, { loanId });
  const medical = reasons.find(({ name }) => name === 'Medical emergency');
  await agent.call(loanHolds.place, { loanId, reasonId: medical?.id ?? 0, note: 'In hospital' });
  const { id } = await agent.call(complaints.take, { loanId, kind: 'amount', words: 'The fee is wrong' });
  await lead.call(complaints.act, { id: String(id), act: 'answer', words: 'It was taken back' });
  await lead.call(loans.reveal, { id: String(loanId), contact: 'mobile', reason: 'Asked by the court' });
  await changePayments(
    server.database,
    sql`insert into payments (loan_id, amount, payment_date, realized, source, transaction_id)
    values (${loanId}, 150000, current_date, true, 'PAYMENT_FILE', 'UTR1')`,
  );
  await server.database
    .run(sql`insert into contact_decisions (at, loan_id, user_id, channel, contact, is_allowed, rule)
    values (now(), ${loanId}, ${agent.id}, 'call', 'mobile', false, 'rests')`);
  await server.database.run(sql`
    insert into contact_wish_changes (borrower_id, loan_id, at, language, avoid_from, avoid_until, no_calls)
    values (${borrowerId}, ${loanId}, now(), 'hi', '14:00', '16:00', true)`);
  const { bytes, rows } = await make();
  const text = bytes.toString('utf8');
  for (const word of [
    'In hospital',
    'The fee is wrong',
    'It was taken back',
    'Asked by the court',
    'UTR1',
    'call refused',
    'said by the borrower with a code',
    'no calls; no contact 14:00-16:00; language hi',
    '"Open complaint',
  ])
    expect(text.includes(word.replace('"', '')), word).toBe(true);
  const mobile =
    (await server.database.one<{ m: string }>(sql`select mobile as m from loans where id = ${loanId}`))?.m ??
    '';
  expect(text).not.toContain(mobile);
  const times = [...text.matchAll(/^\d+,"([^"]+)"/gm)].slice(1).map(([, at = '']) => at);
  expect(times).toEqual(times.toSorted());
  const { key } = await server.anonymous.call(evidence.key, {});
  expect(verify(bytes, key)).toMatchObject({ is: 'whole', rows: rows + 1 });
  const file = join(server.folder, 'evidence.csv');
  await writeFile(file, bytes);
  const tool = join(import.meta.dirname, '../../src/tools/evidence-verify.ts');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [tool, ...args], { env: {}, cwd: server.folder });
  expect((await run('--key', key, file)).stdout).toContain('Whole: ');
  await expect(run(file)).rejects.toMatchObject({
    code: 3,
    stdout: expect.stringContaining('by whom is not known: ask the agency for its key') as string,
  });
  await expect(run(file, '--key')).rejects.toMatchObject({ code: 2 });
  await writeFile(file, text.replace('It was taken back', 'It was token back'));
  await expect(run('--key', key, file)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Changed: row ') as string,
  });
});

test('of a complaint it is the same, as pages too', async () => {
  const { id } = await agent.call(complaints.take, { loanId, kind: 'conduct', words: 'He shouted' });
  const { bytes, type } = await make({ borrowerId: undefined, complaintId: id, form: 'pdf' });
  const { key } = await server.anonymous.call(evidence.key, {});
  expect([type, verify(bytes, key).is]).toEqual(['application/pdf', 'whole']);
  // In the document's subject, in addition to its first page.
  expect(bytes.toString('latin1')).toContain('--key <key of the agency>');
});

test('only with the permission, only of whom one sees, and it is in the audit', async () => {
  expect((await refusal(make({}, agent))).status).toBe(403);
  const stranger = await server.person({ roleType: 'tech_lead', flags: ['export_evidence'] });
  expect((await refusal(make({}, stranger))).body.code).toBe('NOT_FOUND');
  const lender = await server.person({ roleType: 'client', clientId: 1, flags: ['export_evidence'] });
  expect((await refusal(make({}, lender))).body.code).toBe('NOT_FOUND');
  expect((await refusal(make({ borrowerId: undefined }))).body.code).toBe('INVALID_INPUT');
  const { id } = await agent.call(complaints.take, {
    loanId,
    kind: 'conduct',
    words: 'She shouted',
    aboutId: lead.id,
  });
  expect((await refusal(make({ borrowerId: undefined, complaintId: id }))).body.code).toBe('NOT_FOUND');
  const manager = await server.person({ roleType: 'admin', flags: ['export_evidence'] });
  await manager.call(complaints.act, { id: String(id), act: 'answer', words: 'We spoke with her' });
  const own = (await make()).bytes.toString('utf8');
  for (const word of ['She shouted', 'We spoke with her']) expect(own.includes(word), word).toBe(false);
  const all = (await make({}, manager)).bytes.toString('utf8');
  for (const word of ['She shouted', 'We spoke with her']) expect(all.includes(word), word).toBe(true);
  const event = await server.database.one(sql`select actor_id::int as who, entity_id::int as id from event
    where type = 'evidence.made' order by id desc limit 1`);
  expect(event).toEqual({ who: lead.id, id: borrowerId });
});

test('codes, long numbers and PANs in free text are masked; days and transactions remain', async () => {
  await server.database
    .run(sql`insert into messages (loan_id, channel, mobile, message, status, user_id) values
    (${loanId}, 'sms', '9800000001', 'Pay at https://x.in/pay/a?q=Live_Code-1 or see https://x.in/pay/verify/Receipt_1 and https://x.in/pay/receipt/Cash_1.', 'sent', ${agent.id})`);
  await changePayments(
    server.database,
    sql`insert into payments (loan_id, amount, payment_date, realized, source, transaction_id)
    values (${loanId}, 100, current_date, true, 'PAYMENT_FILE', '412345678901')`,
  );
  const manager = await server.person({ roleType: 'admin', flags: ['export_evidence'] });
  await server.database.run(sql`update complaints set created_at = created_at - interval '1 day'`);
  const { id } = await agent.call(complaints.take, {
    loanId,
    kind: 'other',
    words:
      'Call +91 98765 43210 or 98765-43211, account 50100123456789, PAN ABCDE1234F, since 2026-11-23 and 23-11-2026, room 1234567',
  });
  await manager.call(complaints.act, { id: String(id), act: 'note', words: 'aadhaar 1234 5678 9012' });
  const text = (await make({}, manager)).bytes.toString('utf8');
  for (const word of [
    'Live_Code',
    'Receipt_1',
    'Cash_1',
    '98765 4',
    '98765-4',
    '50100123456789',
    'ABCDE1234F',
    '1234 5678',
  ])
    expect(text.includes(word), word).toBe(false);
  for (const word of [
    '?q=…',
    'XXXXXX3210',
    'XXXXXX3211',
    'XXXXXX6789',
    'ABCXXXXXXF',
    'XXXXXX9012',
    '2026-11-23',
    '23-11-2026',
    '1234567',
    '412345678901',
  ])
    expect(text.includes(word), word).toBe(true);
});

test("a borrower's document is listed for visible loans", async () => {
  const other = await server.person({ roleType: 'agent' });
  const [seen] = await server.database.rows<{ id: number }>(sql`
    insert into loans (loan_number, borrower_id, client_id, portfolio_id, mobile, assignee_id)
    select 'LN-SISTER-' || id, borrower_id, client_id, portfolio_id, mobile, ${agent.id} from loans where id = ${loanId} returning id`);
  await server.database.run(sql`update loans set assignee_id = ${other.id} where id = ${loanId}`);
  await server.database
    .run(sql`with u as (insert into uploads (key, user_id, purpose, file_name, content_type, max_bytes, expires_at)
      values ('sister', ${agent.id}, 'borrower-document', 'a.pdf', 'application/pdf', 1, now()) returning key)
    insert into borrower_documents (borrower_id, category_id, key, name, added_by)
    select ${borrowerId}, min(c.id), 'sister', 'Ration card', ${agent.id} from document_categories c, u`);
  const text = (await make()).bytes.toString('utf8');
  const line = text.split('\r\n').find((one) => one.includes('Ration card'));
  expect(line).toContain(`LN-SISTER-${loanId}`);
  expect(seen).toBeDefined();
});

test('money is listed step by step: claimed, confirmed, corrected and reversed; cash by its receipt; autopay consent', async () => {
  const { database } = server;
  const [paid = 0] = await changePayments(
    database,
    sql`
    insert into payments (loan_id, user_id, amount, payment_date, realized, source)
    values (${loanId}, ${agent.id}, 77700, current_date, false, 'DISPOSITION')`,
  );
  for (const change of [sql`realized = true`, sql`amount = 66600`, sql`status = 'reversed'`])
    await changePayments(database, sql`update payments set ${change} where id = ${paid}`);
  await database.run(sql`
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id, note)
    values (${loanId}, 1, ${agent.id}, current_date, 55500, 'cash_taken', 'cash_with_agent', 'cash-taken', 'receipt', 9, ${agent.id},
      'Call 9876543210')`);
  await database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (61, 1, 'Asha', 'asha')`,
  );
  await database.run(sql`
    insert into mandates (order_id, code, loan_id, account_id, gateway, source, terms, most, until, state, accepted_at, offered_by,
      offered_at, open_until, changed_at)
    values ('ev-1', 'ev-code', ${loanId}, 61, 'sandbox', 'promises', '[]', 1000050, current_date + 30, 'revoked', now(), ${agent.id},
      now(), now(), now())`);
  await database.run(sql`update loans set assignee_id = ${agent.id} where id = ${loanId}`);
  const rows = (await make()).bytes
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.split(','));
  const steps = rows.filter(
    ([, , , kind, , , paise]) => kind === '"ledger"' && ['77700', '66600'].includes(paise ?? ''),
  );
  expect(steps.map(([, , , , what, , paise]) => `${what ?? ''} ${paise ?? ''}`).toSorted()).toEqual([
    '"claimed" 77700',
    '"corrected" 66600',
    '"corrected" 77700',
    '"credited" 77700',
    '"reversed" 66600',
  ]);
  const text = rows.map((cells) => cells.join(',')).join('\n');
  expect(text).toMatch(
    /"ledger","cash-taken",".+",55500,"cash_taken to cash_with_agent; receipt 9; of [\d-]+; Call XXXXXX3210"/,
  );
  expect(text).toContain('"autopay revoked"');
  expect(text).toContain('at most Rs 10000.50 at once');
  expect(text).not.toContain('ev-code');
});

test("a lender's audit sample is drawn by its seed from all loans contacted in these days", async () => {
  const { database } = server;
  const maker = await server.person({ roleType: 'admin', flags: ['export_evidence'] });
  await database.run(sql`insert into clients (id, name) values (62, 'Meera Finance')`);
  await database.run(sql`insert into portfolios (id, client_id, name) values (62, 62, 'Own')`);
  await database.run(sql`
    with b as (insert into borrowers (client_id, name) select 62, 'Asha ' || n from generate_series(1, 12) n returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, is_active)
      select 62, 62, id, 'AUD-' || row_number() over (order by id), ${agent.id}, id % 3 > 0 from b returning id, borrower_id, loan_number)
    insert into contacts (at, source, source_id, channel, borrower_id, loan_id)
    select case loan_number when 'AUD-12' then timestamptz '2026-10-31T18:29:00Z' else '2026-10-31T18:31:00Z' end, 'visit', id, 'visit',
      borrower_id, id from l`);
  await changePayments(
    database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source) select id, 100, '2026-11-02', true, 'PAYMENT_FILE'
    from loans where client_id = 62`,
  );
  // Recorded on another, uncontacted loan of each borrower: applies to the sampled one as well.
  await database.run(sql`
    with l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number)
      select 62, 62, borrower_id, 'OTHER-' || id from loans where client_id = 62 returning id, borrower_id)
    insert into contact_wish_changes (borrower_id, loan_id, at, no_calls) select borrower_id, id, '2026-11-03', true from l`);
  const asked = {
    clientId: 62,
    count: 4,
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    form: 'csv',
  } as const;
  const draw = async (word: string, more: object = {}) => {
    const made = await maker.call(evidence.sample, { ...asked, word, ...more });
    const bytes = Buffer.from(made.file ?? '', 'base64');
    return { bytes, text: bytes.toString('utf8'), rows: made.rows };
  };
  const of = (word: string) =>
    Array.from({ length: 11 }, (_, n) => `AUD-${n + 1}`)
      .toSorted((a, b) => (sha256(`${word} ${a}`) < sha256(`${word} ${b}`) ? -1 : 1))
      .slice(0, 4);
  const drawn = ({ text }: { text: string }) =>
    [...new Set(text.match(/"AUD-\d+"/g))].map((one) => one.slice(1, -1));
  const first = await draw('monsoon');
  expect(drawn(first).toSorted()).toEqual(of('monsoon').toSorted());
  expect(drawn(await draw('monsoon'))).toEqual(drawn(first));
  expect(drawn(await draw('harvest')).toSorted()).toEqual(of('harvest').toSorted());
  expect(of('harvest').toSorted()).not.toEqual(of('monsoon').toSorted());
  expect(first.text).toContain('Audit sample of Meera Finance');
  expect(first.text).toContain('4 of 11 loans with a contact from 2026-11-01 to 2026-11-30');
  expect(first.text.match(/"ledger","credited"/g)).toHaveLength(4);
  expect(first.text.match(/no calls; no time to avoid/g)).toHaveLength(4);
  expect(first.text).not.toContain('OTHER-');
  const { key } = await server.anonymous.call(evidence.key, {});
  expect(verify(first.bytes, key).is).toBe('whole');
  expect(verify((await draw('monsoon', { form: 'pdf' })).bytes, key).is).toBe('whole');
  const event =
    await database.one(sql`select actor_id::int as who, entity_id::int as id, facts ->> 'word' as word, facts ->> 'of' as of
    from event where type = 'evidence.sampled' order by id limit 1`);
  expect(event).toEqual({ who: maker.id, id: 62, word: 'monsoon', of: '11' });
  // An empty sample is rejected; a lead sees only the team, and cannot sample.
  expect((await refusal(draw('monsoon', { startDate: '2026-12-01', endDate: '2026-12-02' }))).body.code).toBe(
    'NOT_FOUND',
  );
  expect((await refusal(lead.call(evidence.sample, { ...asked, word: 'monsoon' }))).status).toBe(403);
});
