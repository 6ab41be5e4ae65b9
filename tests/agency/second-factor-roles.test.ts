/** A role that requires a second factor, and an administrator who removes one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allEndpoints } from '../../src/app/contract.ts';
import type { RoleType } from '../../src/kernel/contract/access.ts';
import { flags } from '../../src/kernel/contract/flags.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { roles } from '../../src/contexts/agency/contract/roles.ts';
import { secondFactor } from '../../src/contexts/agency/contract/second-factor.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { hashPassword } from '../../src/contexts/agency/server/session/passwords.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal, same } from '../kit.ts';
import { openLine } from '../matrix/socket.ts';
import { turnOn } from './authenticator.ts';

const password = 'tractor lamp violet 42';
let now = new Date('2026-11-23T06:30:00Z');
const later = (): void => void (now = new Date(now.getTime() + 30_000));
let server: TestServer;
let hash: string;
let admin: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  hash = await hashPassword(server.database, password);
  admin = await server.person({
    roleType: 'admin',
    flags: ['list_role', 'edit_role', 'list_user', 'edit_user'],
  });
});
beforeEach(() => server.database.run(sql`delete from throttle`));
afterAll(() => server.stop());

interface Known extends Caller {
  email: string;
  roleId: number;
}
async function somebody(roleType: RoleType = 'manager', who: { clientId?: number } = {}): Promise<Known> {
  const caller = await server.person({ roleType, flags: [...flags], ...who });
  const email = `known${caller.id}@recoup.test`;
  const row = await server.database.one<{ roleId: number }>(sql`
    update users set email = ${email}, password_hash = ${hash} where id = ${caller.id} returning role_id as "roleId"`);
  return { ...caller, email, roleId: row?.roleId ?? 0 };
}
const require = (roleId: number, requiresSecondFactor = true) =>
  admin.call(roles.edit, { id: String(roleId), requiresSecondFactor });

/** Signs in with the password; returns the result, and a caller with its session. */
async function login(email: string): Promise<Caller & { mustSetUp: boolean; ticket: string | undefined }> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { row } = (await response.json()) as { row: { id: number; mustSetUp?: true; ticket?: string } };
  const token = /sid=([^;]+)/.exec(response.headers.getSetCookie().join(';'))?.[1];
  const headers = { ...same, ...(token ? { Cookie: `sid=${token}` } : {}) };
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(server.url + path, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
  return {
    ...server.anonymous,
    id: row.id,
    token,
    headers,
    fetch: send,
    mustSetUp: row.mustSetUp ?? false,
    ticket: row.ticket,
    // The kit's caller, with this session instead.
    call: (endpoint, input, o = {}) =>
      server.anonymous.call(endpoint, input, { ...o, headers: { ...headers, ...o.headers } }),
  };
}

test('who must set up a second factor first reaches nothing else, on any endpoint and on the live line', async () => {
  const who = await somebody('admin');
  await server.database.run(sql`update roles set requires_second_factor = true where id = ${who.roleId}`);
  const entered = await login(who.email);
  expect(entered.mustSetUp).toBe(true);
  expect(await entered.call(session.access, {})).toMatchObject({
    mustSetUp: true,
    permissions: [],
    modules: [],
  });
  const lines = allEndpoints()
    .filter(({ name, can }) => can !== 'public' && can !== 'schedule' && name !== 'session.logout')
    .flatMap(({ name, method, path, also }) =>
      [{ method, path }, ...also].map((line) => ({ name, ...line })),
    );
  const isReached = async ({ method, path }: { method: string; path: string }): Promise<boolean> => {
    const response = await entered.fetch(`/api${path.replace(/:\w+/g, '1')}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    const { code } = (await response.json()) as { code?: string };
    return response.status !== 401 || code !== 'NOT_SIGNED_IN';
  };
  const all = await Promise.all(lines.map(isReached));
  const reached = lines.filter((_, i) => all[i]).map(({ name }) => name);
  expect([...new Set(reached)].toSorted()).toEqual([
    'second-factor.begin',
    'second-factor.confirm',
    'second-factor.state',
    'session.access',
  ]);
  expect(await openLine(server, entered.headers)).toMatch(/unauthorized|error/i);

  const app = await turnOn(entered, () => now);
  expect((await entered.call(breaks.list, {})).rows).toBeDefined();
  expect(await entered.call(session.access, {})).not.toHaveProperty('mustSetUp');
  later();
  const ask = { password, code: app.code() };
  expect((await refusal(entered.call(secondFactor.turnOff, ask))).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await login(who.email)).ticket).toBeDefined();
});

test('a second factor required for a lower role binds while required', async () => {
  const who = await somebody('manager');
  expect(
    (await refusal(who.call(roles.edit, { id: String(who.roleId), requiresSecondFactor: true }))).body.code,
  ).toBe('RANK_TOO_HIGH');
  expect(await require(who.roleId)).toMatchObject({ requiresSecondFactor: true });
  expect((await refusal(who.call(breaks.list, {}))).status).toBe(401);
  const entered = await login(who.email);
  expect((await refusal(entered.call(breaks.list, {}))).status).toBe(401);
  await require(who.roleId, false);
  expect((await entered.call(breaks.list, {})).rows).toBeDefined();
});

test('system administrators can require it of themselves, and change nothing else of their role', async () => {
  const role = await server.database.one<{ id: number }>(
    sql`select id from roles where slug = 'system_admin'`,
  );
  const top = await server.person({ roleType: 'system_admin' });
  await server.database.run(sql`update users set role_id = ${role?.id} where id = ${top.id}`);
  const id = String(role?.id);
  const code = async (draft: object): Promise<string> =>
    (await refusal(top.call(roles.edit, { id, ...draft }))).body.code;
  expect(await code({ requiresSecondFactor: true, name: 'King' })).toBe('RANK_TOO_HIGH');
  expect((await refusal(admin.call(roles.edit, { id, requiresSecondFactor: true }))).body.code).toBe(
    'RANK_TOO_HIGH',
  );
  expect(await top.call(roles.edit, { id, requiresSecondFactor: true })).toMatchObject({
    requiresSecondFactor: true,
  });
  expect((await refusal(top.call(breaks.list, {}))).status).toBe(401);
  await turnOn(top, () => now);
  await top.call(roles.edit, { id, requiresSecondFactor: false });
});

test('a password-only session is closed when its role requires a code; one with a code remains', async () => {
  const who = await somebody('manager');
  const stolen = await login(who.email);
  const app = await turnOn(who, () => now, password);
  later();
  const ticket = (await login(who.email)).ticket ?? '';
  const answer = await server.anonymous.fetch('/api/auth/login/code', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ticket, code: app.code() }),
  });
  const token = /sid=([^;]+)/.exec(answer.headers.getSetCookie().join(';'))?.[1] ?? '';
  const read = (): Promise<Response> =>
    fetch(`${server.url}/api/breaks`, { headers: { ...same, Cookie: `sid=${token}` } });
  expect((await read()).status).toBe(200);
  await require(who.roleId);
  expect((await refusal(stolen.call(breaks.list, {}))).status).toBe(401);
  expect((await read()).status).toBe(200);
});

test('a user moved to a role that requires a code loses sessions without one', async () => {
  const [who, strict] = [await somebody('manager'), await somebody('manager')];
  await require(strict.roleId);
  await admin.call(users.edit, { id: String(who.id), roleId: strict.roleId });
  expect((await refusal(who.call(breaks.list, {}))).status).toBe(401);
});

test('a second session pending set-up closes when the first one completes it', async () => {
  const who = await somebody('manager');
  await require(who.roleId);
  const [stolen, own] = [await login(who.email), await login(who.email)];
  await turnOn(own, () => now);
  expect((await refusal(stolen.call(breaks.list, {}))).status).toBe(401);
  expect((await own.call(breaks.list, {})).rows).toBeDefined();
});

test('an administrator resets a lost second factor: email, sign-out, audit', async () => {
  const who = await somebody('client');
  const app = await turnOn(who, () => now, password);
  const ticket = (await login(who.email)).ticket ?? '';
  expect(await admin.call(users.one, { id: String(who.id) })).toMatchObject({ hasSecondFactor: true });
  const peer = await somebody('client');
  expect((await refusal(peer.call(users.resetSecondFactor, { id: String(who.id) }))).status).toBeGreaterThan(
    400,
  );
  await admin.call(users.resetSecondFactor, { id: String(who.id) });
  expect((await refusal(who.call(secondFactor.state, {}))).status).toBe(401);
  later();
  const late = await refusal(server.anonymous.call(session.loginCode, { ticket, code: app.code() }));
  expect(late.body.code).toBe('SIGN_IN_AGAIN');
  expect((await login(who.email)).id).toBe(who.id);
  const again = await refusal(admin.call(users.resetSecondFactor, { id: String(who.id) }));
  expect(again.body.code).toBe('SECOND_FACTOR_OFF');
  const letter = () =>
    server.database.one<{ subject: string }>(sql`select subject from mailbox where recipient = ${who.email}`);
  await expect
    .poll(async () => (await letter())?.subject)
    .toBe('Your Recoup account no longer asks for a code');
  const event = await server.database.one<{ actor: number }>(
    sql`select actor_id as actor from event where type = 'users.second-factor-reset' and entity_id = ${who.id}`,
  );
  expect(event?.actor).toBe(admin.id);
  const own = await somebody('admin');
  await turnOn(own, () => now, password);
  expect((await refusal(own.call(users.resetSecondFactor, { id: String(own.id) }))).body.code).toBe(
    'RANK_TOO_HIGH',
  );
});

test('a new password by mail leaves the second factor where it is', async () => {
  const who = await somebody('agent');
  const app = await turnOn(who, () => now, password);
  later();
  await server.anonymous.call(session.forgotPassword, { email: who.email });
  const token = async (): Promise<string | undefined> => {
    const letter = await server.database.one<{ body: string }>(
      sql`select body from mailbox where recipient = ${who.email}`,
    );
    return /\/set-password\?token=([\w%-]+)/.exec(letter?.body ?? '')?.[1];
  };
  await expect.poll(token).toBeDefined();
  const chosen = 'river chair saffron 9 hill';
  await server.anonymous.call(session.setPassword, { token: (await token()) ?? '', password: chosen });
  const answer = await server.anonymous.call(session.login, { email: who.email, password: chosen });
  const ticket = 'ticket' in answer ? answer.ticket : '';
  expect(await server.anonymous.call(session.loginCode, { ticket, code: app.code() })).toMatchObject({
    id: who.id,
  });
});
