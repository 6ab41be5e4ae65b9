/** Two-step sign-in: set-up, sign-in, guessing, and a role requiring it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RoleType } from '../../src/kernel/contract/access.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { secondFactor } from '../../src/contexts/agency/contract/second-factor.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { hashPassword } from '../../src/contexts/agency/server/session/passwords.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal, same } from '../kit.ts';
import { lengthenWaits } from '../long-waits.ts';
import { type App, turnOn } from './authenticator.ts';

const password = 'tractor lamp violet 42';
let now = new Date('2026-11-23T06:30:00Z');
/** The next codes of everybody's app. */
const later = (seconds = 30): void => void (now = new Date(now.getTime() + seconds * 1000));
let server: TestServer;
let hash: string;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  await lengthenWaits(server.database);
  hash = await hashPassword(server.database, password);
});
beforeEach(() => server.database.run(sql`delete from throttle`));
afterAll(() => server.stop());

interface Known extends Caller {
  email: string;
}
async function somebody(roleType: RoleType = 'agent'): Promise<Known> {
  const caller = await server.person({ roleType, flags: ['list_break', 'edit_user', 'list_user'] });
  const email = `known${caller.id}@recoup.test`;
  await server.database.run(
    sql`update users set email = ${email}, password_hash = ${hash} where id = ${caller.id}`,
  );
  return { ...caller, email };
}
async function withFactor(roleType?: RoleType): Promise<{ who: Known; app: App }> {
  const who = await somebody(roleType);
  const app = await turnOn(who, () => now, password);
  later();
  return { who, app };
}

interface Step {
  status: number;
  code: string;
  row: { id?: number; ticket?: string; mustSetUp?: boolean };
  cookies: string[];
}
async function post(path: string, body: object, cookie = ''): Promise<Step> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    body: JSON.stringify(body),
  });
  const { code = '', row = {} } = (await response.json()) as { code?: string; row?: Step['row'] };
  return { status: response.status, code, row, cookies: response.headers.getSetCookie() };
}
const login = (email: string, o: { remember?: true; cookie?: string } = {}): Promise<Step> =>
  post('/auth/login', { email, password, ...(o.remember && { remember: true }) }, o.cookie);
const sendCode = (ticket: string | undefined, code: string, cookie?: string): Promise<Step> =>
  post('/auth/login/code', { ticket: ticket ?? '', code }, cookie);
const ticketFor = async ({ email }: Known): Promise<string> => (await login(email)).row.ticket ?? '';
/** A caller with the session that a sign-in gave. */
async function as({ cookies }: Step): Promise<(path: string) => Promise<Response>> {
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  return (path) => fetch(server.url + path, { headers: { ...same, Cookie: cookie } });
}
const eventsOf = async ({ id }: { id: number }): Promise<string[]> =>
  (
    await server.database.rows<{ type: string }>(
      sql`select type from event where entity_id = ${id} and type ~ '^(second-factor|users.second)' order by id`,
    )
  ).map(({ type }) => type);
const sessionsOf = async ({ id }: Known): Promise<number> =>
  (await server.database.rows(sql`select from session where user_id = ${id}`)).length;

describe('setting it up', () => {
  test('returns a secret, its QR code and ten recovery codes once; nothing readable is stored', async () => {
    const who = await somebody();
    expect(await who.call(secondFactor.state, {})).toMatchObject({
      isOn: false,
      isRequired: false,
      codesLeft: 0,
    });
    const begun = await who.call(secondFactor.begin, { password });
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.picture).toMatch(/^<svg /);
    // An unconfirmed one requires nothing.
    expect((await login(who.email)).row.id).toBe(who.id);
    expect((await refusal(who.call(secondFactor.confirm, { code: '000000' }))).body.code).toBe('WRONG_CODE');
    const app = await turnOn(who, () => now, password);
    expect(new Set(app.codes).size).toBe(10);
    for (const code of app.codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const stored = JSON.stringify([
      await server.database.rows(sql`select * from second_factor where user_id = ${who.id}`),
      await server.database.rows(
        sql`select encode(code_hash, 'escape') as h from recovery_code where user_id = ${who.id}`,
      ),
    ]);
    for (const secret of [begun.secret, ...app.codes]) expect(stored).not.toContain(secret);
    expect(await who.call(secondFactor.state, {})).toMatchObject({ isOn: true, codesLeft: 10 });
    expect((await refusal(who.call(secondFactor.begin, { password }))).body.code).toBe('SECOND_FACTOR_ON');
    expect(await eventsOf(who)).toEqual(['second-factor.begun', 'second-factor.begun', 'second-factor.on']);
  });

  test('requires a recent password', async () => {
    const who = await somebody();
    await server.database.run(
      sql`update session set created_at = now() - interval '11 minutes' where user_id = ${who.id}`,
    );
    expect((await who.call(secondFactor.state, {})).asksPassword).toBe(true);
    const { body } = await refusal(who.call(secondFactor.begin, {}));
    expect([body.code, body.fields]).toEqual(['INVALID_INPUT', [{ path: 'password', fault: 'required' }]]);
    const wrong = await refusal(who.call(secondFactor.begin, { password: 'wrong' }));
    expect(wrong.body.code).toBe('WRONG_PASSWORD');
    await who.call(secondFactor.begin, { password });
  });

  test('is removed with password and code, never with one of them', async () => {
    const { who, app } = await withFactor();
    const off = (given: { password: string; code: string }) => refusal(who.call(secondFactor.turnOff, given));
    expect((await off({ password: 'wrong', code: app.code() })).body.code).toBe('WRONG_PASSWORD');
    expect((await off({ password, code: '123456' })).body.code).toBe('WRONG_CODE');
    await server.database.run(sql`delete from throttle`);
    const renewed = await who.call(secondFactor.renewCodes, { password, code: app.codes[0] ?? '' });
    expect(renewed.codes).toHaveLength(10);
    expect((await off({ password, code: app.codes[1] ?? '' })).body.code).toBe('WRONG_CODE');
    await who.call(secondFactor.turnOff, { password, code: app.code() });
    expect((await login(who.email)).row.id).toBe(who.id);
    expect((await off({ password, code: app.code() })).body.code).toBe('SECOND_FACTOR_OFF');
    expect((await eventsOf(who)).slice(-3)).toEqual([
      'second-factor.recovery-used',
      'second-factor.codes-renewed',
      'second-factor.off',
    ]);
  });
});

describe('signing in', () => {
  test('the code, not the password, creates session and cookie, with remember me as chosen', async () => {
    const { who, app } = await withFactor();
    const before = await sessionsOf(who);
    const first = await login(who.email, { remember: true });
    expect([first.status, first.cookies, Object.keys(first.row)]).toEqual([200, [], ['ticket']]);
    expect(await sessionsOf(who)).toBe(before);
    const [kept] = await server.database.rows<{ hash: Buffer }>(
      sql`select token_hash as hash from sign_in_ticket where user_id = ${who.id}`,
    );
    expect(kept?.hash).toHaveLength(32);
    const entered = await sendCode(first.row.ticket, app.code());
    expect([entered.status, entered.row.id]).toEqual([200, who.id]);
    expect(entered.cookies[0]).toContain('Max-Age=2592000');
    expect(await (await as(entered))('/api/breaks')).toHaveProperty('status', 200);
    expect(await sendCode(first.row.ticket, app.code(1))).toMatchObject({
      status: 403,
      code: 'SIGN_IN_AGAIN',
    });
  });

  test('a clock that is a step off is understood, two steps are not', async () => {
    const { who, app } = await withFactor();
    expect(await sendCode(await ticketFor(who), app.code(2))).toMatchObject({
      status: 422,
      code: 'WRONG_CODE',
    });
    expect(await sendCode(await ticketFor(who), app.code(1))).toMatchObject({ status: 200 });
    // A code from before is consumed with it.
    expect(await sendCode(await ticketFor(who), app.code())).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('a code works once: of two sign-ins at one moment with it exactly one wins', async () => {
    const { who, app } = await withFactor();
    const tickets = [await ticketFor(who), await ticketFor(who), await ticketFor(who), await ticketFor(who)];
    const all = await Promise.all(tickets.map((ticket) => sendCode(ticket, app.code())));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    expect(await sendCode(await ticketFor(who), app.code())).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('of two codes sent with one ticket at one moment one opens a session', async () => {
    const { who, app } = await withFactor();
    const before = await sessionsOf(who);
    const ticket = await ticketFor(who);
    const given = [app.code(), app.codes[0] ?? '', app.codes[1] ?? ''];
    const all = await Promise.all(given.map((code) => sendCode(ticket, code)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessionsOf(who)).toBe(before + 1);
  });

  test('a recovery code signs in once, however it is typed, and leaves a trace', async () => {
    const { who, app } = await withFactor();
    const code = (app.codes[3] ?? '').toLowerCase().replaceAll('-', ' ');
    const both = [await ticketFor(who), await ticketFor(who)];
    const all = await Promise.all(both.map((ticket) => sendCode(ticket, code)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await who.call(secondFactor.state, {})).toMatchObject({ codesLeft: 9 });
    expect(await eventsOf(who)).toContain('second-factor.recovery-used');
  });

  test('a ticket is valid for one user, five minutes and the current password', async () => {
    const [mine, theirs] = [await withFactor(), await withFactor()];
    const ticket = await ticketFor(theirs.who);
    expect(await sendCode(ticket, mine.app.code())).toMatchObject({ code: 'WRONG_CODE' });
    expect(await sendCode(ticket, mine.app.codes[0] ?? '')).toMatchObject({ code: 'WRONG_CODE' });
    await server.database.run(
      sql`update sign_in_ticket set expires_at = now() - interval '1 second' where user_id = ${theirs.who.id}`,
    );
    expect(await sendCode(ticket, theirs.app.code())).toMatchObject({ status: 403, code: 'SIGN_IN_AGAIN' });
    expect(await sendCode('unknown', theirs.app.code())).toMatchObject({
      status: 403,
      code: 'SIGN_IN_AGAIN',
    });
    const before = await ticketFor(mine.who);
    await mine.who.call(session.changePassword, { current: password, password: 'saffron hill boat 77' });
    expect(await sendCode(before, mine.app.code())).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  });

  test('wrong codes share the limit of wrong passwords, and a correct password resets none', async () => {
    const { who, app } = await withFactor();
    const answers: string[] = [];
    for (let i = 0; i < 7; i++) {
      const { row, code } = await login(who.email);
      answers.push(row.ticket ? (await sendCode(row.ticket, '000000')).code : code);
    }
    expect(answers.slice(0, 6)).toEqual(Array<string>(6).fill('WRONG_CODE'));
    const counted = await server.database.one<{ failures: number }>(
      sql`select failures from throttle where key = ${`login:account:${who.email}`}`,
    );
    expect(counted?.failures).toBeGreaterThanOrEqual(6);
    await server.database.run(sql`update throttle set blocked_until = null`);
    const ticket = await ticketFor(who);
    await server.database.run(sql`update throttle set blocked_until = now() + interval '1 minute'`);
    expect(await sendCode(ticket, app.code())).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  });

  test('of many codes guessed at one moment hardly more are judged than are free', async () => {
    const { who } = await withFactor();
    const ticket = await ticketFor(who);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => sendCode(ticket, String(i).padStart(6, '0'))),
    );
    const judged = guesses.filter(({ status }) => status === 422).length;
    expect(judged).toBeLessThanOrEqual(6 + 4);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(40 - judged);
  });

  test('a trusted device has a separate limit, so strangers cannot lock its user out', async () => {
    const { who, app } = await withFactor();
    const entered = await sendCode(await ticketFor(who), app.code());
    const cookie = entered.cookies.find((one) => one.startsWith('device='))?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    await server.database.run(
      sql`insert into throttle (key, failures, blocked_until)
        values (${`login:account:${who.email}`}, 99, now() + interval '5 minutes')`,
    );
    later();
    expect((await login(who.email)).status).toBe(429);
    const { row } = await login(who.email, { cookie });
    expect(await sendCode(row.ticket, app.code())).toMatchObject({ status: 429 });
    expect(await sendCode(row.ticket, app.code(), cookie)).toMatchObject({ status: 200 });
  });
});

test('an earlier session continues unchanged', async () => {
  const who = await somebody();
  const other = await server.signIn(who.id);
  await turnOn(who, () => now, password);
  expect((await other.call(breaks.list, {})).rows).toBeDefined();
});
