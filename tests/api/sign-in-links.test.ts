/** Links of the demo that sign a visitor in as a role. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '../../src/kernel/contract/session.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await boot({ demo: true });
});
afterAll(() => server.stop());

const open = (path: string): Promise<Response> => fetch(`${server.url}${path}`, { redirect: 'manual' });
const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

test('each role has a link that signs in once', async () => {
  expect(server.signInLinks.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['system_admin', 'admin', 'manager', 'tech_lead', 'agent', 'client']),
  );
  const agent = server.signInLinks.find(({ role }) => role === 'agent');
  const first = await open(agent?.path ?? '');
  expect(first.headers.get('location')).toBe('/');
  const cookie = cookieOf(first);
  expect(cookie).toMatch(/^sid=/);
  const { path } = session.access;
  const said = await fetch(`${server.url}/api${path}`, { headers: { cookie } });
  expect(await said.json()).toMatchObject({ row: { user: { email: 'agent@recoup.test' } } });
  const again = await open(agent?.path ?? '');
  expect(again.headers.get('location')).toBe('/login');
  expect(cookieOf(again)).toBe('');
});

test('a link nobody made leads to the page to sign in', async () => {
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
