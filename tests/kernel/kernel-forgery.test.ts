/** No other site can make a person's browser change anything (security.md C.6): eight forgeries of every write. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '../../src/app/contract.ts';
import type { Endpoint } from '../../src/kernel/contract/endpoint.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { watcher } from '../matrix/changes.ts';
import { headersOf, inputOf, requestOf } from '../matrix/inputs.ts';
import { type Actor, actors, fill, isExpected } from '../matrix/world.ts';

let server: TestServer;
let changes: () => Promise<string[]>;
beforeAll(async () => {
  server = await boot();
  await fill(server.database);
  changes = await watcher(server.database);
});
afterAll(() => server.stop());

const evil = 'https://evil.example';
const json = { 'Content-Type': 'application/json' };
const app = { 'X-Requested-With': 'app' };
interface Forgery {
  name: string;
  headers: Record<string, string>;
  /** The body as a form would send it. */
  asForm?: boolean;
  /** Another method than the endpoint's. */
  method?: 'GET' | 'POST';
}
const forgeries: readonly Forgery[] = [
  {
    name: 'a form of another site',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: evil,
      'Sec-Fetch-Site': 'cross-site',
    },
    asForm: true,
  },
  {
    name: 'JSON as plain text',
    headers: { 'Content-Type': 'text/plain', Origin: evil, 'Sec-Fetch-Site': 'cross-site' },
  },
  { name: 'no origin at all', headers: { ...json, ...app } },
  { name: 'a null origin', headers: { ...json, ...app, Origin: 'null' } },
  {
    name: 'a sister site',
    headers: { ...json, ...app, Origin: 'https://sub.recoup.test', 'Sec-Fetch-Site': 'same-site' },
  },
  {
    name: 'a link that is followed',
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    method: 'GET',
  },
  { name: 'another method in a header', headers: { ...json, Origin: evil }, method: 'POST' },
  { name: 'a script of another site with credentials', headers: { ...json, ...app, Origin: evil } },
];

// Endpoints without a session cannot be forged with one: their key is tested in tests/messaging/sending.test.ts.
const writes = allEndpoints().filter(({ writes: isWrite, can }) => isWrite && can !== 'schedule');
const bearerOf = (endpoint: Endpoint): Actor => {
  const found = actors.find((actor) => actor.role !== null && isExpected(actor, endpoint.can));
  if (!found) throw new Error(`nobody may ${endpoint.name}`);
  return found;
};
const reads = new Set(
  allEndpoints()
    .filter(({ writes: isWrite }) => !isWrite)
    .map(({ method, path }) => `${method} ${path}`),
);

async function forge(
  endpoint: Endpoint,
  line: { method: string; path: string },
  forgery: Forgery,
): Promise<Response> {
  const input = inputOf(endpoint, 'any');
  const { path, init } = requestOf(endpoint, line, input);
  const { Cookie = '' } = headersOf(endpoint, bearerOf(endpoint));
  const method = forgery.method ?? line.method;
  const asForm = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  ).toString();
  const hasBody = method !== 'GET';
  const override = forgery.method && { 'X-HTTP-Method-Override': line.method };
  return fetch(
    `${server.url}${path}${forgery.method === 'GET' ? `${path.includes('?') ? '&' : '?'}_method=${line.method}` : ''}`,
    {
      method,
      headers: { Cookie, ...forgery.headers, ...override },
      ...(hasBody ? { body: forgery.asForm ? asForm : (init.body ?? '{}') } : {}),
    },
  );
}

test.each(writes)('$name cannot be forged', async (endpoint) => {
  for (const line of [endpoint, ...endpoint.also])
    for (const forgery of forgeries) {
      const { status } = await forge(endpoint, line, forgery);
      const isReal = (forgery.method ?? line.method) === line.method;
      // Another method is another route: there may be none, or one that only reads.
      const isRead = reads.has(`${forgery.method ?? ''} ${line.path}`);
      const title = `${line.method} ${line.path}: ${forgery.name}`;
      const allowed = isReal ? [403, 415] : [...(isRead ? [200, 422] : []), 403, 404, 415, 422, 400];
      expect([title, allowed.includes(status) ? 'refused' : status]).toEqual([title, 'refused']);
    }
  expect([endpoint.name, await changes()]).toEqual([endpoint.name, []]);
});

test('no forged request created an event', async () => {
  // Background work has no request.
  const kinds = await server.database.rows<{ type: string }>(
    sql`select distinct type from event where request_id is not null order by 1`,
  );
  expect(kinds.map(({ type }) => type).filter((type) => type !== 'access.denied')).toEqual([]);
});

test('no other origin is ever allowed', async () => {
  for (const origin of [evil, 'null', server.url]) {
    const response = await fetch(`${server.url}/api/breaks`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-requested-with,content-type',
      },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(response.status).toBeGreaterThanOrEqual(400);
  }
});

test('a browser without fetch metadata is identified by its origin', async () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { ...json, ...app, ...headers },
      body: JSON.stringify({ email: 'nobody@canary.test' }),
    }).then(({ status }) => status);
  expect(await call({ Origin: server.url })).toBe(200);
  expect(await call({ Origin: `${server.url}0` })).toBe(403);
  expect(await call({ Origin: server.url, 'Sec-Fetch-Site': 'none' })).toBe(403);
});
