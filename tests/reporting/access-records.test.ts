/** Sign-ins and access records: the actions of an insider with a session leave a trace. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../src/contexts/agency/server/session/passwords.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { accessRecords } from '../../src/contexts/reporting/contract/access-records.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { deleteOldRecords } from '../../src/contexts/reporting/server/access/retention.ts';
import { evidence } from '../../src/contexts/reporting/contract/evidence.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal, same } from '../kit.ts';

const password = 'tractor lamp violet 42';
const browser = 'Mozilla/5.0 (Insider)';
let server: TestServer;
let officer: Caller;
let agent: Caller;
let borrowerId: number;
let loanId: number;

beforeAll(async () => {
  server = await boot({ demo: true });
  officer = await server.person({
    roleType: 'admin',
    flags: ['export_evidence', 'reveal_contact', 'view_borrower_profile'],
  });
  const one = await server.database.one<{ loanId: number; borrowerId: number; userId: number }>(sql`
    select l.id as "loanId", l.borrower_id as "borrowerId", l.assignee_id as "userId" from loans l
    join users u on u.id = l.assignee_id where u.is_active and l.is_active order by l.id limit 1`);
  ({ loanId = 0, borrowerId = 0 } = one ?? {});
  agent = await server.signIn(one?.userId ?? 0);
});
afterAll(() => server.stop());

const login = (email: string, secret: string, cookie = ''): Promise<Response> =>
  fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json', 'User-Agent': browser, Cookie: cookie },
    body: JSON.stringify({ email, password: secret }),
  });
const signIns = async (userId: number) =>
  (await officer.call(accessRecords.signIns, { userIds: [userId] } as never)).rows;
const opened = async (o: object) => (await officer.call(accessRecords.list, o as never)).rows;

test('a sign-in, a wrong password and a denied request record address and device', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const email = `insider${id}@recoup.test`;
  const hash = await hashPassword(server.database, password);
  await server.database.run(sql`update users set email = ${email}, password_hash = ${hash} where id = ${id}`);
  const first = await login(email, password);
  expect(first.status).toBe(200);
  const device = first.headers.getSetCookie()[1]?.split(';')[0] ?? '';
  expect((await login(email, 'not the password 1', device)).status).toBe(401);
  const insider = await server.signIn(id);
  await refusal(insider.call(users.list, {}, { headers: { 'User-Agent': browser } }));
  const [denied, refused, started] = await signIns(id);
  expect(denied).toMatchObject({ kind: 'denied', what: 'users.list', from: '127.0.0.1', device: browser });
  expect(refused).toMatchObject({ kind: 'refused', reason: 'password', from: '127.0.0.1', device: browser });
  expect(started).toMatchObject({ kind: 'signed-in', from: '127.0.0.1', device: browser });
  expect(started?.deviceNo).toMatch(/^[0-9a-f]{12}$/);
  expect(refused?.deviceNo).toBe(started?.deviceNo);
});

test('a permission denied inside a request, such as an export, is recorded as a denial', async () => {
  const reader = await server.person({ roleType: 'admin', flags: ['list_user'] });
  expect((await refusal(reader.call(users.list, { export: true } as never))).status).toBe(403);
  expect((await signIns(reader.id))[0]).toMatchObject({
    kind: 'denied',
    what: 'users.list',
    from: '127.0.0.1',
  });
});

test('a sign-in with an unknown address records its origin, in the request log too', async () => {
  await login('stranger@recoup.test', password);
  const all = (await officer.call(accessRecords.signIns, { kind: 'refused' })).rows;
  expect(all[0]).toMatchObject({ reason: 'unknown', from: '127.0.0.1', actorName: null });
  await expect
    .poll(async () =>
      (await readFile(`${server.folder}/recoup.log`, 'utf8'))
        .split('\n')
        .filter((line) => line.includes('"session.login"'))
        .at(-1),
    )
    .toContain('"from":"127.0.0.1"');
});

test('opening a borrower, a loan, a list and a list of documents is recorded with user, borrower and address', async () => {
  await agent.call(loans.borrower, { id: String(borrowerId) });
  await agent.call(loans.one, { id: String(loanId) });
  await agent.call(loans.timeline, { id: String(loanId) });
  await agent.call(loans.list, { q: 'a' });
  const of = () => opened({ borrowerId, userIds: [agent.id] });
  await expect.poll(async () => (await of()).map(({ what }) => what)).toContain('Profile of a borrower.');
  await expect.poll(async () => (await of()).length).toBeGreaterThanOrEqual(3);
  const profile = (await of()).find(({ what }) => what === 'Profile of a borrower.');
  expect(profile).toMatchObject({ from: '127.0.0.1', borrowerCount: 1, rows: 1 });
});

test('typed search text is not recorded', async () => {
  await officer.call(loans.list, { q: 'Sharma' });
  await expect.poll(async () => (await opened({ userIds: [officer.id] })).length).toBeGreaterThan(0);
  const all = await server.database.rows<{ asked: string }>(
    sql`select asked::text as asked from access_records`,
  );
  expect(all.some(({ asked }) => asked.includes('Sharma'))).toBe(false);
});

test('access records cannot be changed or deleted', async () => {
  await expect(server.database.run(sql`delete from access_records`)).rejects.toThrow('append-only');
  await expect(server.database.run(sql`update access_records set actor_id = 1`)).rejects.toThrow(
    'append-only',
  );
});

test('access records are deleted after 12 months, not while a loan is on legal hold', async () => {
  // Before all other records, as the oldest are.
  let id = -100;
  const insert = (days: number, loan: number) =>
    server.database.run(sql`
      insert into access_records (id, at, actor_id, endpoint, borrower_ids, loan_ids, rows, asked) overriding system value
      values (${id++}, now() - make_interval(days => ${days}), ${agent.id}, 'test.retention', '{}', ${[loan]}::bigint[], 1, '{}')`);
  const left = () =>
    server.database.rows(sql`
      select loan_ids[1] as loan, (now()::date - at::date) as days from access_records where endpoint = 'test.retention' order by id`);
  const held = loanId;
  const other = await server.database.one<{ id: number }>(sql`
    select id from loans where id <> ${held} and not exists (select from loan_holds h where h.loan_id = loans.id) limit 1`);
  const free = other?.id ?? 0;
  const reasons = await agent.call(loanHolds.reasons, { loanId: held });
  const hold = await agent.call(loanHolds.place, { loanId: held, reasonId: reasons[0]?.id ?? 0, note: '' });
  for (const [days, loan] of [
    [800, free],
    [700, held],
    [500, free],
    [300, free],
  ] as const)
    await insert(days, loan);
  expect(await deleteOldRecords(server.database, 2)).toBe(2);
  expect(await left()).toEqual([
    { loan: held, days: 700 },
    { loan: free, days: 300 },
  ]);
  await officer.call(loanHolds.end, { id: String(hold.id) });
  expect(await deleteOldRecords(server.database)).toBe(1);
  expect(await left()).toEqual([{ loan: free, days: 300 }]);
  await expect(
    server.database.run(sql`delete from access_records where endpoint = 'test.retention'`),
  ).rejects.toThrow('append-only');
});

test('the evidence pack lists which user opened the borrower', async () => {
  await agent.call(loans.borrower, { id: String(borrowerId) });
  await expect
    .poll(async () => (await opened({ borrowerId, userIds: [agent.id] })).length)
    .toBeGreaterThan(0);
  const pack = await officer.call(evidence.make, { borrowerId, form: 'csv' });
  const text = Buffer.from(pack?.file ?? '', 'base64').toString();
  expect(text).toContain('"access","loans.borrower"');
});

test('a copy of all data of one borrower needs both permissions', async () => {
  const copy = await officer.call(evidence.copy, { borrowerId });
  const data = JSON.parse(Buffer.from(copy?.file ?? '', 'base64').toString()) as {
    borrower: { id: number };
    loans: { id: number }[];
    contacts: { mobile: string | null }[];
    events: unknown[];
  };
  expect(data.borrower.id).toBe(borrowerId);
  expect(data.loans.map(({ id }) => id)).toContain(loanId);
  expect(data.contacts[0]?.mobile).toMatch(/^\d{10}$/);
  expect(data.events.length).toBe(copy?.rows);
  const half = await server.person({ roleType: 'admin', flags: ['export_evidence'] });
  expect((await refusal(half.call(evidence.copy, { borrowerId }))).status).toBe(403);
});

test('the access log is limited to administrators with the permission to export evidence', async () => {
  expect((await refusal(agent.call(accessRecords.list, {}))).status).toBe(403);
  const admin = await server.person({ roleType: 'admin', flags: ['list_user'] });
  expect((await refusal(admin.call(accessRecords.signIns, {}))).status).toBe(403);
});
