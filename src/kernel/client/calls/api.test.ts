import { afterEach, expect, test, vi } from 'vitest';
import { breaks } from '#contexts/agency/contract/breaks.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { session } from '#kernel/contract/session.ts';
import { ApiFailure, Unreachable } from './api-failure.ts';
import { call, listenToCalls } from './api.ts';
import { absenceFor } from './ours.ts';
import { requestOf } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

const ofOurs = { 'X-Server-Time': '2026-11-28T05:00:00.000Z' };
const answer = (status: number, body: unknown): void =>
  void vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: ofOurs })),
  );
const failing = async (run: Promise<unknown>): Promise<unknown> => run.catch((error: unknown) => error);

test('a read sends its input as a query, lists joined by commas, nothing for what is not set', () => {
  expect(requestOf(loans.list, { page: 2, clientIds: [3, 4], isActive: true, q: undefined })).toEqual({
    url: '/api/loans?page=2&clientIds=3%2C4&isActive=true',
  });
});

test('a path key is removed from the input and cannot escape its segment', () => {
  expect(requestOf(breaks.edit, { id: '5', name: 'Tea' })).toEqual({
    url: '/api/breaks/5',
    body: '{"name":"Tea"}',
  });
  expect(requestOf(breaks.one, { id: '../session' }).url).toBe('/api/breaks/..%2Fsession');
});

test('each kind of answer is unwrapped', async () => {
  answer(200, { statusCode: 200, rows: [{ id: 1 }], count: 7, summary: { total: 1 } });
  expect(await call(loans.list, {})).toEqual({ rows: [{ id: 1 }], count: 7, summary: { total: 1 } });
  answer(200, { statusCode: 200 });
  expect(await call(session.logout, {})).toBeUndefined();
});

test('a failure has code, facts and message', async () => {
  answer(429, { code: 'TOO_MANY_REQUESTS', facts: { seconds: 9 }, requestId: 'r' });
  const failure = await failing(call(session.forgotPassword, { email: 'a@b.in' }));
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ status: 429, requestId: 'r' });
  expect((failure as ApiFailure).words).toContain('9 seconds');
});

test.each([
  ['a proxy whose server is down', new Response('<html>', { status: 502 }), 'server'],
  ['a proxy that is asked for too much', new Response('<html>', { status: 503 }), 'server'],
  ['a proxy that waited too long', new Response('{"statusCode":504}', { status: 504 }), 'server'],
  ['a filter that forbids the page', new Response('<html>', { status: 403 }), 'server'],
  ['a filter that wants a password', new Response('<html>', { status: 401 }), 'server'],
  ['a captive portal', new Response('<h1>WiFi login</h1>', { status: 200 }), 'portal'],
  ['a portal that speaks JSON', new Response('{"statusCode":200,"rows":[]}', { status: 200 }), 'portal'],
  ['a portal as the standard has it', new Response('<html>', { status: 511 }), 'portal'],
  ['a redirect', { type: 'opaqueredirect', status: 0, headers: new Headers() } as Response, 'portal'],
])('%s is no answer of ours', async (_, response, why) => {
  const unreached = vi.fn<(why: string) => void>();
  const signedOut = vi.fn<() => void>();
  listenToCalls({ unreached, signedOut });
  vi.stubGlobal('fetch', () => Promise.resolve(response));
  expect(await failing(call(session.list, {}))).toBeInstanceOf(Unreachable);
  expect(unreached.mock.calls).toEqual([[why]]);
  expect(signedOut.mock.calls).toEqual([]);
});

test('no answer at all is named by whether there is a network', () => {
  const failed = new TypeError('Failed to fetch');
  expect([absenceFor(failed, true), absenceFor(failed, false)]).toEqual(['blocked', 'network']);
  expect(absenceFor(new DOMException('', 'TimeoutError'), true)).toBe('server');
});

test('only an unknown session notifies the listener, not a wrong password', async () => {
  const signedOut = vi.fn<() => void>();
  listenToCalls({ signedOut });
  answer(401, { code: 'WRONG_PASSWORD' });
  await failing(call(session.login, { email: 'a@b.in', password: 'x' }));
  expect(signedOut.mock.calls).toHaveLength(0);
  answer(401, { code: 'NOT_SIGNED_IN' });
  await failing(call(session.list, {}));
  expect(signedOut.mock.calls).toHaveLength(1);
});

test('no answer is Unreachable, an aborted read is not', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failing(call(session.list, {}))).toBeInstanceOf(Unreachable);
  const aborted = new AbortController();
  aborted.abort();
  expect(await failing(call(session.list, {}, { signal: aborted.signal }))).not.toBeInstanceOf(Unreachable);
});
