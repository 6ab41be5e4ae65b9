/** Invalid input gets a clear error and changes nothing, at every endpoint. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '../../src/app/contract.ts';
import type { Endpoint } from '../../src/kernel/contract/endpoint.ts';
import {
  Failure,
  type FailureBody,
  type FailureCode,
  failureStatus,
} from '../../src/kernel/contract/failure.ts';
import { type FieldKind, metaOf } from '../../src/kernel/contract/field.ts';
import { parseInput } from '../../src/kernel/server/http/parse.ts';
import { type TestServer, boot } from '../kit.ts';
import { watcher } from '../matrix/changes.ts';
import { headersOf, inputOf, isBodied, requestOf } from '../matrix/inputs.ts';
import { type Actor, actors, fill, isExpected } from '../matrix/world.ts';

let server: TestServer;
let changes: () => Promise<string[]>;
beforeAll(async () => {
  server = await boot({ env: { CRON_KEY: cronKey } });
  await fill(server.database);
  changes = await watcher(server.database);
});
const expectUntouched = async (): Promise<void> => expect(await changes()).toEqual([]);
afterAll(async () => {
  await expectUntouched();
  await server.stop();
});

const bearerOf = (endpoint: Endpoint): Actor => {
  const found = actors.findLast(
    (actor) => actor.role !== null && (endpoint.can === 'schedule' || isExpected(actor, endpoint.can)),
  );
  if (!found) throw new Error(`nobody may ${endpoint.name}`);
  return found;
};

const cronKey = 'a-key-of-some-length';
interface Said extends FailureBody {
  status: number;
}
async function send(endpoint: Endpoint, path: string, init: RequestInit): Promise<Said> {
  const headers = {
    ...headersOf(endpoint, bearerOf(endpoint)),
    'x-cron-key': cronKey,
    ...(init.headers as Record<string, string>),
  };
  const response = await fetch(server.url + path, { method: endpoint.method, ...init, headers });
  return { ...((await response.json()) as FailureBody), status: response.status };
}
const post = (endpoint: Endpoint, body: string, headers: Record<string, string> = {}): Promise<Said> =>
  send(endpoint, requestOf(endpoint, endpoint, inputOf(endpoint, 'any')).path, { body, headers });

/** A failure with code, status, sentence and request id. */
function expectClear(title: string, said: Said, ...codes: FailureCode[]): void {
  expect([title, codes.includes(said.code) ? 'one of them' : said.code]).toEqual([title, 'one of them']);
  expect([title, said.status, said.statusCode]).toEqual([
    title,
    failureStatus[said.code],
    failureStatus[said.code],
  ]);
  expect([title, said.message.length > 10, said.requestId.length]).toEqual([title, true, 36]);
}

const all = allEndpoints();
const bodied = all.filter(isBodied);
const lists = all.filter(({ answer, method }) => answer === 'list' && method === 'GET');
/** Paths with a row key. */
const keyed = all.filter(({ path, answer, takes }) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const isOfRow = names.some((name) => takes.shape[name] && metaOf(takes.shape[name])?.kind === 'key');
  return isOfRow && answer !== 'stream';
});
const pathOf = (endpoint: Endpoint): string[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
/** The body of a good request. */
const good = (endpoint: Endpoint): Record<string, unknown> => {
  const input = inputOf(endpoint, 'any');
  for (const name of pathOf(endpoint)) delete input[name];
  return input;
};

const foreignTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/json',
];
const brokenJson = ['{"a":', '{', 'undefined', "{'a':1}", '{"a":1}}', '\u0000', ''];
const otherJson = ['[]', '[{}]', '"text"', '1', 'true'];
/** Generic parsing is common to all: the first endpoint gets every case, the others one each. */
const turns = <T>(values: readonly T[], turn: number, most = 1): readonly T[] =>
  turn === 0
    ? values
    : Array.from({ length: most }, (_, i) => values[(turn * most + i) % values.length] as T);

const inTurn = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint, turn) => ({ name: endpoint.name, endpoint, turn }));

describe.each(inTurn(bodied))('$name', ({ endpoint, turn }) => {
  afterAll(expectUntouched);

  test('reads JSON only', async () => {
    const body = JSON.stringify(good(endpoint));
    for (const type of turns(foreignTypes, turn))
      expectClear(type, await post(endpoint, body, { 'Content-Type': type }), 'NOT_JSON');
    for (const broken of turns(brokenJson, turn))
      expectClear(JSON.stringify(broken), await post(endpoint, broken), 'BAD_JSON');
    for (const other of turns(otherJson, turn))
      expectClear(other, await post(endpoint, other), 'INVALID_INPUT');
  });

  test('refuses keys it does not know, those of the prototype too', async () => {
    const said = await post(endpoint, JSON.stringify({ ...good(endpoint), isAdmin: true }));
    expectClear('unknown', said, 'INVALID_INPUT');
    expect(said.fields).toContainEqual({ path: 'isAdmin', fault: 'unknown' });
    const start = JSON.stringify(good(endpoint)).slice(0, -1);
    const comma = start === '{' ? '' : ',';
    for (const key of [
      '"__proto__":{"slug":"system_admin"}',
      '"constructor":{"prototype":{"slug":"system_admin"}}',
    ])
      expectClear(key, await post(endpoint, `${start}${comma}${key}}`), 'BAD_JSON', 'INVALID_INPUT');
    expect(({} as { slug?: string }).slug).toBeUndefined();
  });

  test('names each field of the wrong type', async () => {
    const body = good(endpoint);
    for (const name of Object.keys(body)) {
      const wrongs = wrongFor(endpoint, name);
      for (const wrong of wrongs) {
        const title = `${name}: ${JSON.stringify(wrong)}`;
        expect([title, refusedFor(endpoint, { ...body, [name]: wrong })]).toEqual([title, name]);
      }
      const said = await post(endpoint, JSON.stringify({ ...body, [name]: wrongs[turn % wrongs.length] }));
      expectClear(name, said, 'INVALID_INPUT');
      expect([name, said.fields?.[0]?.path.split('.')[0]]).toEqual([name, name]);
    }
  });

  test('refuses a body that is too large', async () => {
    const filler = 'x'.repeat(endpoint.maxBytes);
    expectClear('oversize', await post(endpoint, JSON.stringify({ ...good(endpoint), filler })), 'TOO_LARGE');
  });
});

/** Field rejected by the server for this body. */
function refusedFor(endpoint: Endpoint, body: Record<string, unknown>): string | undefined {
  const input = inputOf(endpoint, 'any');
  const params = Object.fromEntries(pathOf(endpoint).map((name) => [name, String(input[name])]));
  try {
    parseInput(endpoint, { params, query: {}, body });
  } catch (error) {
    if (error instanceof Failure && error.code === 'INVALID_INPUT')
      return error.fields?.[0]?.path.split('.')[0];
    throw error;
  }
}

/** Values that appear valid and are not. */
const oddValues: Partial<Record<FieldKind, readonly unknown[]>> = {
  day: ['2026-02-30', '2026-13-01', '26-1-1', ''],
  instant: ['2026-02-30T10:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01', '2026-01-01T10:00:00'],
  clock: ['24:00', '7:5', '07:60'],
  mobile: ['+14155550100', '98765', '9.87654E+9'],
  phone: ['12345', 'call me', '98765432109876'],
  pincode: ['011004', '41100', '4110045'],
  email: ['a@b', 'a b@c.in', '@c.in'],
  colour: ['red', '#12345', '#12345g'],
  rupees: ['10', 1e15, -1e15, 0.001],
  number: ['1', 1.5, 2 ** 53],
  id: ['1', 0, -1, 1.5, 2 ** 53],
  flag: ['true', 1],
  choice: ['', 'nothing'],
};
/** Values invalid for every field, except open records and decimals. */
function wrongFor(endpoint: Endpoint, name: string): readonly unknown[] {
  const schema = endpoint.takes.shape[name];
  const kind = schema && metaOf(schema)?.kind;
  const takes = (value: unknown): boolean =>
    schema !== undefined && z.safeDecode(schema, value as never).success;
  const anything = [{ $gt: '' }, [['x']], 1.5e308, 'x\u0000y'].filter((wrong) => kind || !takes(wrong));
  const odd = (kind && oddValues[kind]) ?? [];
  return [...anything, ...odd.filter((wrong) => wrong !== 1.5 || !takes(wrong))];
}

/** List-specific invalid queries. */
const beyondQueries = ['page=1000000', 'size=1001', `q=${'x'.repeat(101)}`, 'sort=password', 'isAdmin=true'];
const badQueries = [
  'page=1000000000',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=one',
  'page=1&page=2',
  'page[]=1',
  'size=0',
  'size=9e9',
  'size=NaN',
  'q=%00',
  'sort=name;drop%20table%20users',
  '__proto__=1',
  '__proto__[slug]=system_admin',
];
test.each(inTurn(lists))('$name refuses pages, sizes, searches and filters it cannot serve', async (one) => {
  const { endpoint, turn } = one;
  // Some lists are of one row, which the address names.
  const { path } = requestOf(endpoint, endpoint, inputOf(endpoint, 'any'));
  const ask = (query: string): Promise<Said> =>
    send(endpoint, `${path.replace(/\?$/, '')}${path.includes('=') ? '&' : '?'}${query}`, {});
  for (const query of [...beyondQueries, ...turns(badQueries, turn, 3)])
    expectClear(query, await ask(query), 'INVALID_INPUT');
  const last = await ask('page=10000&size=500');
  expect([last.status, (last as unknown as { rows: unknown[] }).rows]).toEqual([200, []]);
});

const badKeys = [
  '0',
  '-1',
  'abc',
  '1e3',
  '1.5',
  '9999999999999999',
  '999999999999999',
  '-'.repeat(36),
  'f'.repeat(36),
  '00000000-0000-0000-0000-000000000000',
  '%00',
  '..%2f..%2fetc',
  '1%20or%201=1',
  "1'--",
];
test.each(inTurn(keyed))('$name refuses keys of no row', async ({ endpoint, turn }) => {
  for (const key of turns(badKeys, turn, 5)) {
    const line = endpoint.path.replace(/:\w+/g, 'KEY');
    const { init } = requestOf(endpoint, endpoint, good(endpoint));
    const said = await send(endpoint, `/api${line.replaceAll('KEY', key)}`, init);
    expectClear(key, said, 'INVALID_INPUT', 'NOT_FOUND', 'BAD_REQUEST');
  }
});

test('an unknown path returns a JSON error', async () => {
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(server.url + path, { method });
    return [response.status, ((await response.json()) as FailureBody).code];
  };
  expect(await ask('/api')).toEqual([404, 'NOT_FOUND']);
  expect(await ask('/api/no-such')).toEqual([404, 'NOT_FOUND']);
  expect(await ask('/api/breaks', 'DELETE')).toEqual([404, 'NOT_FOUND']);
  expect(await ask('/api/breaks/%zz')).toEqual([400, 'BAD_REQUEST']);
  expect(await ask(`/api/breaks/${'9'.repeat(400)}`)).toEqual([404, 'NOT_FOUND']);
});
