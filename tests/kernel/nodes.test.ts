/** Two servers on one database behave as one. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, bootBeside, refusal } from '../kit.ts';
import { lengthenWaits } from '../long-waits.ts';
import { lineOf } from '../matrix/socket.ts';

let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  first = await boot();
  second = await bootBeside(first);
  await lengthenWaits(first.database);
});
afterAll(() => first.stop());

test('a write on one reaches the sockets of the other', async () => {
  const maker = await first.as('create_break');
  const viewer = await second.as('list_break');
  const line = await lineOf(second, viewer);
  await maker.call(breaks.create, { name: 'Tea', duration: '00:15' });
  expect(await line.next('stale')).toEqual({ domains: ['breaks'] });
  expect((await viewer.call(breaks.list, {})).rows).toMatchObject([{ name: 'Tea' }]);
  line.close();
});

test('a session is valid on both nodes, and closes on both', async () => {
  const here = await first.as('list_break');
  const there = await second.signIn(here.id);
  const beyond = await second.anonymous.fetch('/api/breaks', { headers: { Cookie: `sid=${here.token}` } });
  expect(beyond.status).toBe(200);
  await there.call(session.endOthers, {});
  expect((await refusal(here.call(breaks.list, {}))).status).toBe(401);
});

test('guesses are counted together', async () => {
  const guess = async (server: TestServer) =>
    (await refusal(server.anonymous.call(session.login, { email: 'guess@recoup.test', password: 'wrong' })))
      .body.code;
  const codes: string[] = [];
  for (let i = 0; i < 8; i++) codes.push(await guess(i % 2 ? first : second));
  expect(codes.slice(0, 6)).toEqual(Array(6).fill('WRONG_PASSWORD'));
  expect(codes.slice(6)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
});

test('each job runs once, whichever node queued it', async () => {
  const admin = await first.as('add_user');
  const beside = await second.signIn(admin.id);
  const invite = (i: number) =>
    (i % 2 ? admin : beside).call(users.create, {
      firstName: 'New',
      lastName: String(i),
      email: `new${i}@recoup.test`,
      roleId: 7,
      extensionNumber: 2000 + i,
      dob: '1994-05-17',
      userType: 'internal',
    });
  await Promise.all(Array.from({ length: 20 }, (_, i) => invite(i)));
  const sent = () =>
    first.database.rows<{ recipient: string; n: number }>(
      sql`select recipient, count(*)::int as n from mailbox where recipient like 'new%' group by recipient`,
    );
  await expect.poll(async () => (await sent()).length).toBeGreaterThanOrEqual(20);
  await wait(500); // a second email would arrive soon
  expect(await sent()).toHaveLength(20);
  expect((await sent()).filter(({ n }) => n !== 1)).toEqual([]);
});

test('concurrent changes are serialised, and names remain unique', async () => {
  const admin = await first.as('create_break', 'edit_break', 'list_break');
  const beside = await second.signIn(admin.id);
  const draft = { name: 'Only once', duration: '00:10' };
  const made = await Promise.allSettled(
    [admin, beside, admin, beside].map((who) => who.call(breaks.create, draft)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await beside.call(breaks.list, { q: 'only once' })).count).toBe(1);
});

test('when one node stops, the other continues', async () => {
  const person = await first.as('list_break');
  await second.stop();
  expect((await person.call(breaks.list, {})).count).toBeGreaterThan(0);
  expect((await first.anonymous.fetch('/readyz')).status).toBe(200);
});
