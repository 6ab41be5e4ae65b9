/** Links of the demo that sign a visitor in as a role. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '../../src/kernel/contract/session.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await boot({ demo: true });
});
afterAll(() => server.stop());

const open = (path: string, at = server): Promise<Response> =>
  fetch(`${at.url}${path}`, { redirect: 'manual' });
const linkOf = (role: string, at = server): string =>
  at.signInLinks.find((link) => link.role === role)?.path ?? '';
const whoIs = async (cookie: string, at = server): Promise<unknown> =>
  (await fetch(`${at.url}/api${session.access.path}`, { headers: { cookie } })).json();
const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

test('each role has a link that signs in once', async () => {
  expect(server.signInLinks.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['system_admin', 'admin', 'manager', 'tech_lead', 'agent', 'client']),
  );
  const first = await open(linkOf('agent'));
  expect(first.headers.get('location')).toBe('/');
  const cookie = cookieOf(first);
  expect(cookie).toMatch(/^sid=/);
  expect(await whoIs(cookie)).toMatchObject({ row: { user: { email: 'agent@recoup.test' } } });
  const again = await open(linkOf('agent'));
  expect(again.headers.get('location')).toBe('/login');
  expect(cookieOf(again)).toBe('');
});

test('an unknown link opens the sign-in page', async () => {
  const answer = await open('/demo/sign-in/0123456789abcdefghijkl');
  expect(answer.headers.get('location')).toBe('/login');
  expect(cookieOf(answer)).toBe('');
});

test('production has no such links', async () => {
  const { stop, signInLinks, url } = await boot({
    env: { RECOUP_MODE: 'production', PUBLIC_URL: 'http://localhost', ALLOW_PLAIN_HTTP: 'yes' },
  });
  expect(signInLinks).toEqual([]);
  const answer = await fetch(`${url}/demo/sign-in/any`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBeNull();
  await stop();
});

test('equal session numbers in two databases belong to separate users', async () => {
  // Two copies of one database, in one process: the first session of each has the same number.
  const [one, two] = [await boot({ demo: true }), await boot({ demo: true })];
  for (const [at, role, email] of [
    [one, 'system_admin', 'system@recoup.test'],
    [two, 'agent', 'agent@recoup.test'],
  ] as const)
    expect(await whoIs(cookieOf(await open(linkOf(role, at), at)), at)).toMatchObject({
      row: { user: { email } },
    });
  await Promise.all([one.stop(), two.stop()]);
});
