/** What operators and programs read: documentation, metrics, health. */
import { tmpdir } from 'node:os';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { allEndpoints } from '../../src/app/contract.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { addHealth } from '../../src/app/server/operation/health.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { addMetrics } from '../../src/app/server/operation/metrics.ts';
import { openWeb } from '../../src/app/server/http/web.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeAll(async () => (server = await boot()));
afterAll(() => server.stop());

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: object;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { type: string } }> };
  responses: Record<string, object>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  security: object[];
}

describe('the OpenAPI document', () => {
  let document: Document;
  beforeAll(async () => {
    document = (await (await server.anonymous.fetch('/api/docs/openapi.json')).json()) as Document;
  });
  /** What a reference leads to. */
  function found<T>(value: object): T {
    const [, place = '', name = ''] =
      /^#\/components\/(\w+)\/(.+)$/.exec(String('$ref' in value ? value.$ref : '')) ?? [];
    const target = name ? document.components[place]?.[name] : value;
    expect([value, typeof target]).toEqual([value, 'object']);
    return target as T;
  }
  const operations = (): [string, string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]): [string, string, Operation] => [path, method, one]),
    );

  test('lists every endpoint, each once, with who may use it', () => {
    expect([document.openapi, document.info]).toEqual(['3.1.0', { title: 'Recoup', version: '1' }]);
    const names = operations().map(([, , { operationId }]) => operationId);
    expect(names.toSorted()).toEqual(
      allEndpoints()
        .map(({ name }) => name)
        .toSorted(),
    );
    for (const [, , { summary, description }] of operations()) {
      expect(summary).toMatch(/^.{8,140}$/);
      expect(description).toMatch(/Access: .+\.$/);
    }
  });

  test('declares each key of a path, and bodies and answers by a schema', () => {
    for (const [path, method, { parameters, requestBody, responses }] of operations()) {
      const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const all = parameters.map((one) => found<Parameter>(one));
      const declared = all.filter((one) => one.in === 'path');
      expect([path, declared.map(({ name }) => name).toSorted()]).toEqual([path, keys.toSorted()]);
      expect(declared.every(({ required }) => required === true)).toBe(true);
      expect(new Set(all.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
      if (method === 'get') expect(requestBody).toBeUndefined();
      if (requestBody) expect(requestBody.content['application/json']?.schema.type).toBe('object');
      expect(Object.keys(responses)).toContain('200');
      for (const one of Object.values(responses))
        expect(found<{ description: string }>(one).description).not.toBe('');
    }
  });

  test('documents sign-in and every failure of an endpoint', () => {
    expect(document.security).toEqual([{ session: [] }]);
    expect(Object.keys(document.components['securitySchemes'] ?? {})).toEqual(['session', 'schedule']);
    const all = new Map(allEndpoints().map((one) => [one.name, one]));
    for (const [, , { operationId, responses, security }] of operations()) {
      const endpoint = all.get(operationId);
      const codes = Object.values(responses).flatMap((one) =>
        found<{ description: string }>(one).description.split(', '),
      );
      const wanted = ['INVALID_INPUT', 'BROKEN', ...(endpoint?.errors ?? [])];
      if (endpoint?.can === 'public') expect(security).toEqual([]);
      else wanted.push('NOT_SIGNED_IN', 'FORBIDDEN');
      if (endpoint?.writes) wanted.push('FOREIGN_ORIGIN');
      expect([operationId, wanted.filter((code) => !codes.includes(code))]).toEqual([operationId, []]);
    }
  });

  test('is small: shared parts appear once, and every reference resolves', () => {
    const text = JSON.stringify(document);
    // It grows with the endpoints, and not faster.
    expect(text.length / operations().length).toBeLessThan(1_200);
    const places = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, place = '']) => place));
    expect(places.size).toBeGreaterThan(250);
    for (const place of places) found({ $ref: place });
    const known = ['parameters', 'responses', 'schemas'].flatMap((place) =>
      Object.keys(document.components[place] ?? {}).map((name) => `#/components/${place}/${name}`),
    );
    expect(known.filter((place) => !places.has(place))).toEqual([]);
  });

  test('has a page without scripts and custom styles', async () => {
    const page = await (await server.anonymous.fetch('/api/docs')).text();
    for (const { path } of allEndpoints()) expect(page).toContain(`/api${path}<`);
    expect(page).not.toMatch(/<script|<style|style=|onclick/);
  });
});

test.each<[string, boolean | string[], string]>([
  ['nobody', false, '10.0.0.9'],
  ['its private network', true, '203.0.113.5'],
  ['another proxy only', ['10.0.0.7'], '10.0.0.9'],
  ['this proxy only', ['10.0.0.0/28'], '203.0.113.5'],
])('where %s is trusted, the client address is read from there', async (_, isBehindProxy, ip) => {
  const app = await openWeb({ log: openLog('/dev/null'), isBehindProxy });
  app.get('/from', (request) => request.ip);
  const headers = { 'X-Forwarded-For': '203.0.113.5' };
  expect((await app.inject({ url: '/from', headers, remoteAddress: '10.0.0.9' })).body).toBe(ip);
  await app.close();
});

describe('metrics', () => {
  test('are shown to this machine only, by endpoint and never by path', async () => {
    const person = await server.as('list_break');
    await person.call(breaks.list, {});
    await person.fetch('/api/breaks/4711');
    const metrics = await server.anonymous.fetch('/metrics');
    const text = await metrics.text();
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/recoup_request_seconds_count\{endpoint="breaks.list",status="200"\} 1/);
    expect(text).toMatch(/recoup_sockets 0/);
    // In a label; a measured number may have any digits.
    expect(text).not.toMatch(/="[^"]*4711|\/api\//);
    const forwarded = await server.anonymous.fetch('/metrics', {
      headers: { 'X-Forwarded-For': '127.0.0.1' },
    });
    expect(forwarded.status).toBe(404);
  });

  test('are shown to clients with the token, once one is set', async () => {
    const app = await openWeb({ log: openLog('/dev/null'), isBehindProxy: false });
    addMetrics(app, {
      token: 'a-token-of-some-length',
      sockets: () => 7,
      database: server.database,
      figures: [],
      dataDir: tmpdir(),
      version: '1.2.3',
    });
    const ask = async (authorization?: string) =>
      (await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
    expect(await ask()).toBe(404);
    expect(await ask('Bearer another-token-so-long')).toBe(404);
    expect(await ask('Bearer a-token')).toBe(404);
    expect(await ask('Bearer a-token-of-some-length')).toBe(200);
    await app.close();
  });
});

describe('health', () => {
  test('is shown to everyone', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await server.anonymous.fetch(path);
      expect([path, response.status, await response.json()]).toEqual([path, 200, { status: 'ok' }]);
    }
  });

  test('distinguishes liveness from readiness', async () => {
    const app = Fastify();
    // Nothing listens at port 1.
    const nowhere = openDatabase({
      host: '127.0.0.1',
      port: 1,
      user: 'x',
      database: 'x',
      connectionTimeoutMillis: 500,
    });
    addHealth(app, { database: nowhere, log: openLog('/dev/null'), migrations: [] });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'database unreachable' }]);
    await app.close();
    await nowhere.end();
  });
});
