/** Links that let a person choose a password: invitations and forgotten passwords (G022). */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { session } from '../../src/kernel/contract/session.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
beforeAll(async () => (server = await boot()));
beforeEach(async () => {
  await server.database.run(sql`delete from throttle`);
  await server.database.run(sql`delete from mailbox`);
});
afterAll(() => server.stop());

const chosen = 'river chair saffron 9 hill';
const agentRole = 7;

interface Letter {
  recipient: string;
  subject: string;
  body: string;
}
/** Emails in the development mailbox, once there are enough; an email is sent after the commit. */
async function letters(count = 1): Promise<Letter[]> {
  const until = Date.now() + 60_000;
  for (;;) {
    const found = await server.database.rows<Letter>(
      sql`select recipient, subject, body from mailbox order by id`,
    );
    if (found.length >= count || Date.now() > until) return found;
    await wait(50);
  }
}
const tokenIn = ({ body }: Letter): string =>
  decodeURIComponent(/\/set-password\?token=([\w%-]+)/.exec(body)?.[1] ?? '');
const login = (email: string, password: string) => server.anonymous.call(session.login, { email, password });
async function forgotten(email: string): Promise<string> {
  await server.database.run(sql`delete from mailbox`);
  await server.anonymous.call(session.forgotPassword, { email });
  const [letter] = await letters();
  return letter ? tokenIn(letter) : '';
}
async function emailOf(id: number): Promise<string> {
  const row = await server.database.one<{ email: string }>(sql`select email from users where id = ${id}`);
  return row?.email ?? '';
}

test('a new user is invited by mail, chooses a password and logs in', async () => {
  const admin = await server.as('add_user');
  const made = await admin.call(users.create, {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'Asha.Rao@recoup.test',
    roleId: agentRole,
    extensionNumber: 2001,
    dob: '1994-05-17',
    userType: 'internal',
  });
  const [letter] = await letters();
  expect(letter).toMatchObject({ recipient: 'asha.rao@recoup.test', body: expect.stringContaining('Asha') });
  expect((await refusal(login('asha.rao@recoup.test', chosen))).body.code).toBe('WRONG_PASSWORD');
  await server.anonymous.call(session.setPassword, { token: tokenIn(letter as Letter), password: chosen });
  expect(await login('asha.rao@recoup.test', chosen)).toMatchObject({ id: made.id, firstName: 'Asha' });
});

test('a forgotten password is replaced by a link that works once', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const email = await emailOf(id);
  const token = await forgotten(email);
  const before = await server.signIn(id);
  await server.anonymous.call(session.setPassword, { token, password: chosen });
  expect((await refusal(before.call(session.access, {}))).status).toBe(401);
  expect(await login(email, chosen)).toMatchObject({ id });
  const again = await refusal(server.anonymous.call(session.setPassword, { token, password: `${chosen} 2` }));
  expect([again.status, again.body.code]).toEqual([410, 'LINK_EXPIRED']);
  expect(again.body.message).toBe('This link has expired or was already used. Ask for a new one.');
});

test('a weak password does not use the link up', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const token = await forgotten(await emailOf(id));
  expect(
    (await refusal(server.anonymous.call(session.setPassword, { token, password: 'qwerty123456' }))).body
      .code,
  ).toBe('WEAK_PASSWORD');
  await server.anonymous.call(session.setPassword, { token, password: chosen });
});

test('expired, superseded, invented and deactivated links are rejected alike', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await server.person({ roleType: 'agent' })).id));
  const [late = 0, twice = 0, gone = 0] = ids;
  const expired = await forgotten(await emailOf(late));
  await server.database.run(sql`update password_link set expires_at = now() where user_id = ${late}`);
  const earlier = await forgotten(await emailOf(twice));
  await forgotten(await emailOf(twice));
  const ofGone = await forgotten(await emailOf(gone));
  await server.database.run(sql`update users set is_active = false where id = ${gone}`);
  for (const token of [expired, earlier, ofGone, 'made-up'])
    expect(
      (await refusal(server.anonymous.call(session.setPassword, { token, password: chosen }))).body.code,
    ).toBe('LINK_EXPIRED');
});

test('a stranger gets the same response as a user, but no email', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const ask = async (email: string): Promise<unknown> => {
    const response = await server.anonymous.fetch('/api/auth/forgot-password', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    return [response.status, await response.text()];
  };
  const email = await emailOf(id);
  expect(await ask('stranger@recoup.test')).toEqual(await ask(email));
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([email]);
});

test('the job queue contains no link', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const token = await forgotten(await emailOf(id));
  expect(token).not.toBe('');
  const jobs = await server.database.rows<{ data: object }>(sql`select data from jobs.job`);
  expect(jobs.length).toBeGreaterThan(0);
  expect(JSON.stringify(jobs)).not.toContain(token);
  expect(JSON.stringify(jobs)).not.toMatch(/token|set-password/);
});

test('production without a mail server stores only that a mail was created', async () => {
  const other = await boot({ env: { RECOUP_MODE: 'production', ALLOW_PLAIN_HTTP: 'yes' } });
  const { id } = await other.person({ roleType: 'agent' });
  const row = await other.database.one<{ email: string }>(sql`select email from users where id = ${id}`);
  await other.anonymous.call(session.forgotPassword, { email: row?.email ?? '' });
  const kept = () => other.database.rows<Letter>(sql`select recipient, subject, body from mailbox`);
  await expect.poll(kept).toEqual([{ recipient: row?.email, subject: 'Choose a new password', body: '' }]);
  await other.stop();
});

test('a changed sign-in address is notified at the old one, and its sessions are closed', async () => {
  const admin = await server.person({ roleType: 'admin', flags: ['edit_user'] });
  const { id } = await server.person({ roleType: 'agent' });
  const old = await emailOf(id);
  const token = await forgotten(old);
  const open = await server.signIn(id);
  await server.database.run(sql`delete from mailbox`);
  await admin.call(users.edit, { id: String(id), email: 'taken.over@elsewhere.test' });
  const [letter] = await letters();
  expect(letter).toMatchObject({ recipient: old, body: expect.stringContaining('t•••@elsewhere.test') });
  expect((await refusal(open.call(session.access, {}))).status).toBe(401);
  expect(
    (await refusal(server.anonymous.call(session.setPassword, { token, password: chosen }))).body.code,
  ).toBe('LINK_EXPIRED');
  const event = await server.database.one<{ facts: object }>(
    sql`select facts from event where type = 'users.updated' and entity_id = ${id} order by id desc limit 1`,
  );
  expect(event?.facts).toMatchObject({
    before: { email: old },
    after: { email: 'taken.over@elsewhere.test' },
  });
});

test('a promoted person signs in again', async () => {
  const admin = await server.person({ roleType: 'admin', flags: ['edit_user'] });
  const { id } = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update users set extension_number = ${800_000 + id} where id = ${id}`);
  const open = await server.signIn(id);
  const lead = await server.person({ roleType: 'tech_lead' });
  const role = await server.database.one<{ id: number }>(
    sql`select role_id as id from users where id = ${lead.id}`,
  );
  await admin.call(users.edit, { id: String(id), roleId: role?.id ?? 0 });
  expect((await refusal(open.call(session.access, {}))).status).toBe(401);
});

test('only hashes of links are stored', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const token = await forgotten(await emailOf(id));
  const [link] = await server.database.rows<{ hash: Buffer }>(
    sql`select token_hash as hash from password_link where user_id = ${id}`,
  );
  expect(link?.hash).toHaveLength(32);
  expect(link?.hash.toString('latin1')).not.toContain(token);
});

test("assignable ranks are below the assigner's, and leaders within the team", async () => {
  const lead = await server.person({ roleType: 'tech_lead', flags: ['add_user'] });
  const other = await server.person({ roleType: 'agent' });
  const draft = {
    firstName: 'A',
    lastName: 'B',
    email: 'ab@recoup.test',
    dob: '1994-05-17',
    userType: 'internal',
    extensionNumber: 2002,
    reportingTo: lead.id,
  } as const;
  const peer = await refusal(lead.call(users.create, { ...draft, roleId: 6 }));
  expect(peer.body.code).toBe('RANK_TOO_HIGH');
  const foreign = await refusal(
    lead.call(users.create, { ...draft, roleId: agentRole, reportingTo: other.id }),
  );
  expect(foreign.body.fields).toEqual([{ path: 'reportingTo', fault: 'invalid' }]);
  await lead.call(users.create, { ...draft, roleId: agentRole });
  const twin = await refusal(
    lead.call(users.create, { ...draft, email: 'AB@recoup.test', roleId: agentRole, extensionNumber: 2003 }),
  );
  expect(twin.body).toMatchObject({ code: 'TAKEN', message: 'already exists.' });
  expect(await letters(1)).toHaveLength(1);
});
