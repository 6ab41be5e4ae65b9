/** Sockets: authentication, event scopes, and no client messages. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { signal } from '../../src/kernel/server/live/event.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, bootBeside } from '../kit.ts';
import { type Line, lineOf, openLine } from '../matrix/socket.ts';

let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  one = await boot();
  other = await bootBeside(one);
});
const open: Line[] = [];
async function listen(server: TestServer, person: Caller, auth: object = {}): Promise<Line> {
  const line = await lineOf(server, person, auth);
  open.push(line);
  return line;
}
afterEach(() => {
  for (const line of open.splice(0)) line.close();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const moment = 400;
const names = (line: Line): string[] => line.heard.map(({ name }) => name);
/** Enough for published events to arrive. */
const settle = (): Promise<void> => new Promise((go) => setTimeout(go, moment));

describe('the handshake', () => {
  const refused = async (headers: Record<string, string>, path?: string): Promise<void> => {
    const line = await openLine(one, headers, path);
    if (typeof line !== 'string') line.close();
    expect(typeof line).toBe('string');
  };

  test('rejects an unauthenticated socket', async () => {
    await refused({});
    await refused({ Cookie: 'sid=' });
    await refused({ Cookie: `sid=${'A'.repeat(43)}` });
    await refused({ Cookie: 'sid=%zz' });
  });

  test('refuses an expired session, one that slept, and a deactivated user', async () => {
    for (const change of [
      sql`update session set expires_at = now() where user_id = `,
      sql`update session set seen_at = now() - idle where user_id = `,
      sql`update users set is_active = false where id = `,
    ]) {
      const person = await one.as();
      await one.database.run(sql`${change}${person.id}`);
      await refused({ Cookie: `sid=${person.token}`, Origin: one.url });
    }
  });

  test('rejects pages of other origins, signed in or not', async () => {
    const { token } = await one.as();
    for (const Origin of [
      'https://evil.example',
      'null',
      `${one.url}.evil.example`,
      `${one.url}0`,
      'file://',
    ])
      await refused({ Cookie: `sid=${token}`, Origin });
  });

  test('allows one room and one transport only', async () => {
    const person = await one.as();
    await refused({ Cookie: `sid=${person.token}`, Origin: one.url }, '/admins');
    const polling = await person.fetch('/socket.io/?EIO=4&transport=polling');
    expect(polling.status).toBe(400);
  });
});

describe('what is published', () => {
  test('names the domain that became stale and nothing of what is in it', async () => {
    const [maker, viewer] = [await one.as('create_break'), await one.as()];
    const line = await listen(one, viewer);
    await maker.call(breaks.create, { name: 'Canary break', duration: '00:15' });
    expect(await line.next('stale')).toEqual({ domains: ['breaks'] });
    expect(JSON.stringify(line.heard)).not.toContain('Canary');
  });

  test('reaches staff, never the portal users of a lender', async () => {
    const portal = await one.person({ roleType: 'client', clientId: 1 });
    const [maker, agent] = [await one.as('create_break'), await one.person({ roleType: 'agent' })];
    const [ofPortal, ofAgent] = [await listen(one, portal), await listen(one, agent)];
    await maker.call(breaks.create, { name: 'Staff only', duration: '00:15' });
    expect(await ofAgent.next('stale')).toEqual({ domains: ['breaks'] });
    await settle();
    expect(ofPortal.heard).toEqual([]);
  });

  test('about one person reaches that person and the admins, on every node', async () => {
    const [person, bystander] = [
      await one.person({ roleType: 'agent' }),
      await one.person({ roleType: 'agent' }),
    ];
    const admin = await one.as();
    const [own, far, foreign] = [
      await listen(one, person),
      await listen(other, admin),
      await listen(other, bystander),
    ];
    await person.call(session.endOthers, {});
    expect([await own.next('stale'), await far.next('stale')]).toEqual([
      { domains: ['session'] },
      { domains: ['session'] },
    ]);
    await settle();
    expect(foreign.heard).toEqual([]);
  });

  test('about a rejected write is nothing', async () => {
    const [maker, viewer] = [await one.as('create_break'), await one.as()];
    const line = await listen(one, viewer);
    await maker.call(breaks.create, { name: 'Staff only', duration: '00:15' }).catch(() => undefined);
    await settle();
    expect(line.heard).toEqual([]);
  });
});

describe('a page that read before its line stood', () => {
  test('receives missed changes, and none without a timestamp', async () => {
    const [maker, person] = [await one.as('create_break'), await one.person({ roleType: 'agent' })];
    const readAt = performance.now();
    const early = await listen(one, person);
    await maker.call(breaks.create, { name: 'Tea', duration: '00:15' });
    await early.next('stale');
    const late = await listen(one, person, { age: performance.now() - readAt });
    const { domains } = (await late.next('stale')) as { domains: string[] };
    // A new node publishes all domains as stale.
    expect(['breaks', '*']).toContain(domains[0]);
    const odd = await listen(one, person, { age: 'x' });
    await settle();
    expect(odd.heard).toEqual([]);
  });

  test("reloads everything when its data is older than the node's log", async () => {
    const late = await listen(one, await one.as(), { age: 120_000 });
    expect(await late.next('stale')).toEqual({ domains: ['*'] });
  });
});

describe('a client', () => {
  test.each([
    ['join', ['admins']],
    ['subscribe', [{ room: 'user:1' }]],
    ['stale', [{ domains: ['*'] }]],
    ['anything', []],
  ])('a client sending “%s” is disconnected, without broadcast', async (name, words) => {
    const listener = await listen(one, await one.as());
    const talker = await listen(one, await one.person({ roleType: 'agent' }));
    talker.socket.emit(name, ...words);
    expect(await talker.closed()).toBe(true);
    await settle();
    expect(listener.heard).toEqual([]);
  });

  test('that names a room at the handshake is not in it', async () => {
    const agent = await one.person({ roleType: 'agent' });
    const line = await openLine(
      one,
      { Cookie: `sid=${agent.token}`, Origin: one.url },
      '?room=admins&rooms=admins',
    );
    if (typeof line === 'string') throw new Error(line);
    open.push(line);
    const other_ = await one.person({ roleType: 'agent' });
    await other_.call(session.endOthers, {});
    await settle();
    expect(line.heard).toEqual([]);
  });

  test('that sends far too much is cut off', async () => {
    const line = await listen(one, await one.as());
    line.socket.emit('x', 'x'.repeat(20_000));
    expect(await line.closed()).toBe(true);
  });

  test('opens five sockets per session, not six', async () => {
    const person = await one.as();
    for (let i = 0; i < 5; i++) await listen(one, person);
    const sixth = await listen(one, person);
    expect(await sixth.closed()).toBe(true);
    expect(open.slice(0, 5).map(({ socket }) => socket.connected)).toEqual(Array(5).fill(true));
  });
});

describe('an expiring permission', () => {
  test('closes the line on the other node after logging out', async () => {
    const person = await one.as();
    const far = await listen(other, person);
    await person.call(session.logout, {});
    expect(await far.closed()).toBe(true);
    expect(names(far)).toContain('signed-out');
  });

  test('leaves other sessions of the person alone', async () => {
    const person = await one.as();
    const second = await one.signIn(person.id);
    const [ended, kept] = [await listen(other, person), await listen(other, second)];
    await person.call(session.logout, {});
    expect(await ended.closed()).toBe(true);
    expect(kept.socket.connected).toBe(true);
  });

  test('is notified when the permissions of a role change', async () => {
    const person = await one.as('list_break');
    const bystander = await one.as('list_break');
    const [far, foreign] = [await listen(other, person), await listen(other, bystander)];
    const role = await one.database.one<{ id: number }>(
      sql`update roles set flags = '{list_break,create_break}' where id = (select role_id from users where id = ${person.id}) returning id`,
    );
    await one.database.transaction((tx) => signal(tx, { recheck: { roles: [role?.id ?? 0] } }));
    await far.next('access-changed');
    await settle();
    expect(names(foreign)).toEqual([]);
  });

  test('is not notified when a user was only transferred', async () => {
    const admin = await one.as('edit_user');
    const lead = await one.person({ roleType: 'tech_lead' });
    const agent = await one.person({ roleType: 'agent' });
    const far = await listen(other, agent);
    await admin.call(users.edit, { id: String(agent.id), reportingTo: lead.id });
    await settle();
    expect(far.socket.connected).toBe(true);
    expect(names(far)).toEqual(['stale']);
  });
});
