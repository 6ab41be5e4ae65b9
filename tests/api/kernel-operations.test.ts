/** What operators and programs read: documentation, metrics, health. */
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breaks } from '../../src/contract/breaks.ts';
import { allEndpoints } from '../../src/contract/index.ts';
import { openDatabase } from '../../src/server/kernel/database.ts';
import { addHealth } from '../../src/server/kernel/health.ts';
import { openLog } from '../../src/server/kernel/log.ts';
import { addMetrics } from '../../src/server/kernel/metrics.ts';
import { openWeb } from '../../src/server/kernel/web.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeAll(async () => (server = await boot()));
afterAll(() => server.stop());

interface Operation {
  operationId: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { type: string } }> };
  responses: Record<string, { description: string }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let document: Document;
  beforeAll(async () => {
    document = (await (await server.anonymous.fetch('/api/docs/openapi.json')).json()) as Document;
  });
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
    for (const [, , { description }] of operations()) expect(description).toMatch(/Access: .+\.$/);
  });

  test('declares each key of a path, and bodies and answers by a schema', () => {
    for (const [path, method, { parameters, requestBody, responses }] of operations()) {
      const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const declared = parameters.filter((one) => one.in === 'path');
      expect([path, declared.map(({ name }) => name).toSorted()]).toEqual([path, keys.toSorted()]);
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
      if (method === 'get') expect(requestBody).toBeUndefined();
      if (requestBody) expect(requestBody.content['application/json']?.schema.type).toBe('object');
      expect(Object.keys(responses)).toContain('200');
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
    }
  });

  test('has a page for people that needs no script and no style of its own', async () => {
    const page = await (await server.anonymous.fetch('/api/docs')).text();
    for (const { path } of allEndpoints()) expect(page).toContain(`/api${path}<`);
    expect(page).not.toMatch(/<script|<style|style=|onclick/);
  });
});

describe('metrics', () => {
  test('are told to this machine only, by endpoint and never by path', async () => {
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

  test('are told to whoever has the token, once there is one', async () => {
    const app = await openWeb({ log: openLog('/dev/null'), isBehindProxy: false });
    addMetrics(app, { token: 'a-token-of-some-length', sockets: () => 7 });
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
  test('is told to everybody', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await server.anonymous.fetch(path);
      expect([path, response.status, await response.json()]).toEqual([path, 200, { status: 'ok' }]);
    }
  });

  test('tells a living process from one that can serve', async () => {
    const app = Fastify();
    // Nothing listens at port 1.
    const nowhere = openDatabase({
      host: '127.0.0.1',
      port: 1,
      user: 'x',
      database: 'x',
      connectionTimeoutMillis: 500,
    });
    addHealth(app, { database: nowhere, log: openLog('/dev/null'), migrations: 0 });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'database unreachable' }]);
    await app.close();
    await nowhere.end();
  });
});
