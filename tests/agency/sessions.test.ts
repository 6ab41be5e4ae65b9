import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FailureBody } from '../../src/kernel/contract/failure.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { hashPassword } from '../../src/contexts/agency/server/session/passwords.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, refusal, same } from '../kit.ts';
import { askedWaits, lengthenWaits } from '../long-waits.ts';

const password = 'tractor lamp violet 42';
let server: TestServer;
let hash: string;
beforeAll(async () => {
  server = await boot();
  await lengthenWaits(server.database);
  hash = await hashPassword(server.database, password);
});
beforeEach(() => server.database.run(sql`delete from throttle`));
afterAll(() => server.stop());

interface Known {
  id: number;
  email: string;
}
/** A user with a password. */
async function somebody(roleType: 'agent' | 'admin' = 'agent'): Promise<Known> {
  const { id } = await server.person({ roleType, flags: ['list_break'] });
  const email = `known${id}@recoup.test`;
  await server.database.run(sql`update users set email = ${email}, password_hash = ${hash} where id = ${id}`);
  await server.database.run(sql`delete from session where user_id = ${id}`);
  return { id, email };
}

interface Login {
  status: number;
  body: FailureBody & { row: { id: number } };
  cookie: string;
  token: string;
  /** The device cookie, as sent. */
  device: string;
  retryAfter: string | null;
}
async function login(
  email: string,
  secret: string,
  o: { remember?: boolean; cookie?: string } = {},
): Promise<Login> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json', ...(o.cookie ? { Cookie: o.cookie } : {}) },
    body: JSON.stringify({ email, password: secret, ...(o.remember ? { remember: true } : {}) }),
  });
  const [cookie = '', device = ''] = response.headers.getSetCookie();
  return {
    status: response.status,
    body: (await response.json()) as Login['body'],
    cookie,
    token: /sid=([^;]+)/.exec(cookie)?.[1] ?? '',
    device: device.split(';')[0] ?? '',
    retryAfter: response.headers.get('retry-after'),
  };
}
/** The user of this bearer token. */
async function isSignedIn(token: string): Promise<boolean> {
  const response = await fetch(`${server.url}/api/user/role-permissions`, {
    headers: { Cookie: `sid=${token}` },
  });
  return response.status === 200;
}
const without = ({ body }: Login): object => ({ ...body, requestId: '' });

describe('logging in', () => {
  test('sets a session cookie that scripts and other sites cannot use', async () => {
    const { email, id } = await somebody();
    const { status, body, cookie, token } = await login(` ${email.toUpperCase()} `, password);
    expect([status, body.row.id]).toEqual([200, id]);
    expect(cookie).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await isSignedIn(token)).toBe(true);
    const [stored] = await server.database.rows<{ hash: Buffer }>(
      sql`select token_hash as hash from session where user_id = ${id}`,
    );
    expect(stored?.hash.toString('latin1')).not.toContain(token);
    expect(hash).toMatch(/^\$argon2id\$/);
  });

  test('is remembered for thirty days when chosen', async () => {
    const { email, id } = await somebody();
    expect((await login(email, password, { remember: true })).cookie).toContain('Max-Age=2592000');
    const [stored] = await server.database.rows<{ days: number }>(
      sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from session where user_id = ${id}`,
    );
    expect(stored?.days).toBe(30);
  });

  test('returns one response for a wrong password, a stranger and a deactivated user', async () => {
    const [known, gone] = [await somebody(), await somebody()];
    await server.database.run(sql`update users set is_active = false where id = ${gone.id}`);
    const wrong = await login(known.email, 'wrong');
    expect([wrong.status, wrong.body.message, wrong.cookie]).toEqual([
      401,
      'Invalid username or password',
      '',
    ]);
    for (const other of [await login('nobody@recoup.test', password), await login(gone.email, password)])
      expect([other.status, without(other), other.cookie]).toEqual([401, without(wrong), '']);
  });

  test('throttles after five failures, shows the delay, and resets after it', async () => {
    const { email } = await somebody();
    for (let i = 0; i < 6; i++) expect((await login(email, 'wrong')).status).toBe(401);
    const slowed = await login(email, password);
    expect([slowed.status, slowed.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(slowed.body.message).toBe(`Too many tries. Wait ${slowed.retryAfter} seconds and try again.`);
    expect(Number(slowed.retryAfter)).toBeGreaterThan(0);
    expect(Number(slowed.retryAfter)).toBeLessThanOrEqual(3601);
    expect((await login((await somebody()).email, password)).status).toBe(200);
    await server.database.run(sql`update throttle set blocked_until = now() - interval '1 second'`);
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, 'wrong')).status).toBe(401);
  });

  test('of many guesses at one moment judges hardly more than are free', async () => {
    const { email } = await somebody();
    const guesses = await Promise.all(Array.from({ length: 40 }, () => login(email, 'wrong')));
    const judged = guesses.filter(({ status }) => status === 401).length;
    expect(judged).toBeLessThanOrEqual(6 + 4);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(40 - judged);
  });

  test('hashes without a database connection, so active users are not delayed by a burst', async () => {
    const worker = await server.as('list_break', 'create_break');
    let signedIn = 0;
    const crowd = Array.from({ length: 60 }, (_, i) =>
      login(`stranger${i}@recoup.test`, 'wrong').finally(() => (signedIn += 1)),
    );
    await Promise.race(crowd);
    await worker.call(breaks.create, { name: `Tea ${worker.id}`, duration: '00:10' });
    expect(signedIn).toBeLessThan(50);
    await Promise.all(crowd);
  });

  describe('on a device they signed in on before', () => {
    const stranger = async (email: string): Promise<number> => {
      for (let i = 0; i < 6; i++) await login(email, 'wrong');
      return (await login(email, password)).status;
    };

    test('wrong passwords of strangers lock no user out', async () => {
      const { email } = await somebody();
      const { device } = await login(email, password);
      expect(device).toMatch(/^device=\d+\.[\w.-]+$/);
      expect(await stranger(email)).toBe(429);
      expect((await login(email, password, { cookie: device })).status).toBe(200);
    });

    test('guessing is slowed down all the same', async () => {
      const { email } = await somebody();
      const { device } = await login(email, password);
      for (let i = 0; i < 6; i++) await login(email, 'wrong', { cookie: device });
      expect((await login(email, password, { cookie: device })).status).toBe(429);
    });

    test('a foreign or forged device cookie is ignored', async () => {
      const [one, other] = [await somebody(), await somebody()];
      const { device } = await login(one.email, password);
      const forged = device.replace(/^device=\d+/, `device=${other.id}`);
      expect(await stranger(other.email)).toBe(429);
      for (const cookie of [device, forged, `${device.slice(0, -2)}xx`, 'device=~~..~', `device=${other.id}`])
        expect([cookie, (await login(other.email, password, { cookie })).status]).toEqual([cookie, 429]);
    });

    test('several users of one desk are recognised', async () => {
      const [one, other] = [await somebody(), await somebody()];
      const first = await login(one.email, password);
      const second = await login(other.email, password, { cookie: first.device });
      expect(await stranger(one.email)).toBe(429);
      expect((await login(one.email, password, { cookie: second.device })).status).toBe(200);
    });
  });

  test('increases the delay per failure, up to five minutes per account', async () => {
    const { email } = await somebody();
    const waits = () => askedWaits(server.database, `login:account:${email}`);
    const failAgain = async (): Promise<void> => {
      await server.database.run(sql`update throttle set blocked_until = null`);
      expect((await login(email, 'wrong')).status).toBe(401);
    };
    for (let i = 0; i < 5; i++) await failAgain();
    expect(await waits()).toEqual([]);
    for (let i = 0; i < 4; i++) await failAgain();
    expect(await waits()).toEqual([1, 2, 4, 8]);
    await server.database.run(sql`update throttle set failures = 1000`);
    await failAgain();
    expect((await waits()).at(-1)).toBe(300);
  });

  test('replaces the session it was made in', async () => {
    const { email } = await somebody();
    const first = await login(email, password);
    const second = await login(email, password, { cookie: `sid=${first.token}` });
    expect(second.token).not.toBe(first.token);
    expect([await isSignedIn(first.token), await isSignedIn(second.token)]).toEqual([false, true]);
  });

  test('limits a user to five sessions, dropping the oldest', async () => {
    const { email } = await somebody();
    const tokens: string[] = [];
    for (let i = 0; i < 6; i++) tokens.push((await login(email, password)).token);
    const alive = await Promise.all(tokens.map(isSignedIn));
    expect(alive).toEqual([false, true, true, true, true, true]);
  });
});

describe('a session', () => {
  let who: Known;
  let token: string;
  beforeEach(async () => {
    who = await somebody();
    ({ token } = await login(who.email, password));
  });
  const refused = async (cookie: string): Promise<unknown> => {
    const response = await fetch(`${server.url}/api/user/role-permissions`, { headers: { Cookie: cookie } });
    const { code, message } = (await response.json()) as FailureBody;
    return [response.status, code, message];
  };
  const expired = [401, 'NOT_SIGNED_IN', 'Session expired'];

  test.each([
    ['expired', sql`expires_at = now() - interval '1 second'`],
    ['slept too long', sql`seen_at = now() - idle - interval '1 second'`],
  ])('that %s is rejected', async (_, change) => {
    await server.database.run(sql`update session set ${change} where user_id = ${who.id}`);
    expect(await refused(`sid=${token}`)).toEqual(expired);
  });

  test('that was invented, cut or sent twice is rejected', async () => {
    const made = 'A'.repeat(43);
    for (const cookie of [
      `sid=${made}`,
      `sid=${token.slice(1)}`,
      `sid=${token}x`,
      'sid=',
      `SID=${token}`,
      `sid=%00`,
      `sid=%zz`,
    ])
      expect([cookie, await refused(cookie)]).toEqual([cookie, expired]);
  });

  test('of a deactivated user closes at the next request', async () => {
    await server.database.run(sql`update users set is_active = false where id = ${who.id}`);
    expect(await refused(`sid=${token}`)).toEqual(expired);
  });

  test('loses a permission with the next request', async () => {
    const person = await server.signIn(who.id);
    await person.call(breaks.list, {});
    await server.database.run(
      sql`update roles set flags = '{}' where id = (select role_id from users where id = ${who.id})`,
    );
    expect((await refusal(person.call(breaks.list, {}))).body.code).toBe('FORBIDDEN');
  });

  test.each(['GET', 'POST'])('closes with a %s to logout, which clears the cookie', async (method) => {
    const response = await fetch(`${server.url}/api/auth/logout`, {
      method,
      headers: { ...same, Cookie: `sid=${token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(/^sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('is listed and can be closed from another one of the same user only', async () => {
    const second = await login(who.email, password);
    const here = await server.signIn(who.id);
    const rows = await here.call(session.list, {});
    expect(rows.map(({ isThis }) => isThis).filter(Boolean)).toHaveLength(1);
    expect(rows).toHaveLength(3);
    const stranger = await server.as();
    const foreign = rows[0]?.id ?? 0;
    expect((await refusal(stranger.call(session.end, { id: String(foreign) }))).body.code).toBe('NOT_FOUND');
    for (const row of rows.filter(({ isThis }) => !isThis))
      await here.call(session.end, { id: String(row.id) });
    expect([await isSignedIn(token), await isSignedIn(second.token)]).toEqual([false, false]);
    expect(await here.call(session.list, {})).toHaveLength(1);
  });

  test('closes everywhere else at once', async () => {
    const here = await server.signIn(who.id);
    await here.call(session.endOthers, {});
    expect([await isSignedIn(token), await isSignedIn(here.token ?? '')]).toEqual([false, true]);
  });
});

describe('changing the password', () => {
  const next = 'river chair saffron 9 hill';
  test('requires the current one, and closes all other sessions', async () => {
    const who = await somebody();
    const other = await login(who.email, password);
    const here = await server.signIn(who.id);
    const wrong = await refusal(here.call(session.changePassword, { current: 'wrong', password: next }));
    expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_PASSWORD']);
    expect(await isSignedIn(other.token)).toBe(true);
    await here.call(session.changePassword, { current: password, password: next });
    expect([await isSignedIn(other.token), await isSignedIn(here.token ?? '')]).toEqual([false, true]);
    expect((await login(who.email, password)).status).toBe(401);
    expect((await login(who.email, next)).status).toBe(200);
  });

  test('is slowed down like logging in', async () => {
    const here = await server.signIn((await somebody()).id);
    const guess = (current: string) =>
      refusal(here.call(session.changePassword, { current, password: next }));
    for (let i = 0; i < 6; i++) await guess(`wrong ${i}`);
    expect((await guess(password)).body.code).toBe('TOO_MANY_REQUESTS');
  });

  const weak = [
    'short',
    'elevenchars',
    'aaaaaaaaaaaaaaaa',
    '123456789012345',
    'Password@12345',
    'recoup-recoup-1',
    'iloveyou12345',
    'India@123456',
    'p@ssw0rd12345',
    'Summer2026!!',
    'mumbai@12345',
    'qwertyuiopas',
    'agency12345678',
    'recoup-demo-2027',
  ];
  test.each(weak)('refuses %s', async (chosen) => {
    const here = await server.signIn((await somebody()).id);
    const { status, body } = await refusal(
      here.call(session.changePassword, { current: password, password: chosen }),
    );
    expect([status, body.code]).toEqual([422, 'WEAK_PASSWORD']);
    expect(body.message).toContain('at least 12 characters');
  });

  test("rejects parts of the user's email, and too short ones for an admin", async () => {
    const who = await somebody('admin');
    const here = await server.signIn(who.id);
    const name = who.email.split('@')[0] ?? '';
    for (const chosen of [`${name}-${name}`, 'lamp violet 42']) {
      const { body } = await refusal(
        here.call(session.changePassword, { current: password, password: chosen }),
      );
      expect([chosen, body.code, body.facts]).toEqual([chosen, 'WEAK_PASSWORD', { least: 15 }]);
    }
  });
});
