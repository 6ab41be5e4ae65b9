/** Traces reach a collector: one of each request and job, its statements as parts, and nothing of a person. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { kindOf } from '../../src/app/database/pools/traced.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { openTraces } from '../../src/app/server/operation/otlp.ts';
import type { Traces } from '../../src/app/server/operation/traces.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

interface Sent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
}

const bodies: string[] = [];
const words: (string | undefined)[] = [];
let isRefusing = false;
const collector = http.createServer((request, response) => {
  if (isRefusing) return void response.writeHead(403).end();
  words.push(`${request.url} ${request.headers.authorization}`);
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    bodies.push(Buffer.concat(pieces).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
const said: string[] = [];
const open = (more = ''): Traces => {
  const { port } = collector.address() as AddressInfo;
  const tracesUrl = `http://reader:secret@127.0.0.1:${port}${more}`;
  return openTraces({ tracesUrl, version: '1.2.3', say: (line) => said.push(line) });
};
const spans = (): Sent[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  );
const factsOf = ({ attributes }: Sent): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
const partsOf = ({ traceId, spanId }: Sent): string[] =>
  spans()
    .filter((one) => one.traceId === traceId && one.parentSpanId === spanId)
    .map(({ name }) => name);

let server: TestServer;
let behind: Database;
const name = 'Meera Iyer 9876501234';
const asked = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${asked.traceId}-${asked.spanId}-01`;
beforeAll(async () => {
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  const traces = open();
  server = await boot({
    traces,
    through: ({ config, room }) => (behind = openDatabase(config, room, { traces })),
  });
  const admin = await server.as('list_break', 'create_break', 'edit_break');
  await admin.call(
    breaks.create,
    { name, duration: '00:15', description: 'secret words' },
    { headers: { traceparent } },
  );
  await admin.call(breaks.list, { q: name });
  await admin.fetch('/loans/7654321');
  await admin.fetch('/break/7654321');
  await server.database.run(sql`update users set email = 'meera@agency.test' where id = ${admin.id}`);
  await server.anonymous.call(session.forgotPassword, { email: 'meera@agency.test' });
  await fetch(`${server.url}/healthz`);
  const log = join(server.folder, 'recoup.log');
  await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('"job done"'), 60_000);
  await traces.stop();
});
afterAll(async () => {
  await server.stop();
  await behind.end();
  collector.close();
});

test('a request is a child span of its caller, and its statements are child spans', async () => {
  const whole = spans().find(({ parentSpanId }) => parentSpanId === asked.spanId) as Sent;
  expect(whole.traceId).toBe(asked.traceId);
  expect(whole.name).toMatch(/^POST \/api\/breaks?$/);
  expect(factsOf(whole)).toMatchObject({
    'recoup.endpoint': 'breaks.create',
    'http.response.status_code': 200,
  });
  expect(partsOf(whole)).toEqual(expect.arrayContaining(['insert breaks', 'insert event', 'commit']));
  expect(words).toContain(`/v1/traces Basic ${btoa('reader:secret')}`);
});

test('its line in the log names its trace', async () => {
  const lines = (await readFile(join(server.folder, 'recoup.log'), 'utf8')).split('\n');
  const line = lines.find((one) => one.includes('"breaks.create"')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ traceId: asked.traceId });
});

test('a job is a separate trace, with its transaction and statements', () => {
  const job = spans().find((one) => one.name.startsWith('job ')) as Sent;
  expect(job.parentSpanId ?? '').toBe('');
  expect(factsOf(job)).toMatchObject({ 'recoup.tries': 0 });
  expect(spans().filter(({ traceId }) => traceId === job.traceId).length).toBeGreaterThan(1);
});

test('nothing a person typed or is called leaves, no path with a number, and no clock or watch is traced', () => {
  const all = bodies.join('\n');
  for (const word of ['Meera', '9876501234', 'secret words', 'meera@', '7654321', '00:15'])
    expect(all).not.toContain(word);
  expect(all).not.toContain('/healthz');
  const wholes = spans().filter(({ parentSpanId }) => !parentSpanId || parentSpanId === asked.spanId);
  expect(new Set(wholes.map((one) => one.name.split(' ')[0]))).toEqual(new Set(['GET', 'POST', 'job']));
});

test('quoted strings in a statement are not read as a table', () => {
  expect(kindOf(`select 'from ravi' as a -- from meera\n from loans l`).name).toBe('select loans');
  expect(kindOf('with a as (select 1) select 2').name).toBe('with');
});

test('only a sample is traced where configured, whatever the caller wants', async () => {
  const none = open('?share=0.0');
  const span = none.begin('request', 'GET /share', {}, traceparent);
  span.inside(() => none.begin('part', 'select share', {}).end());
  span.end();
  await none.stop();
  expect(spans().map((one) => one.name)).not.toContain('GET /share');
});

test('a failing collector stops nothing, and is reported', async () => {
  isRefusing = true;
  const lost = open();
  lost.begin('request', 'GET /lost', {}).end();
  await lost.stop();
  await vi.waitFor(() => expect(said.join()).toContain('TRACES_URL'), 60_000);
  expect(said).toHaveLength(1);
});

test('without TRACES_URL no tracing module is loaded: one file imports it lazily', async () => {
  const main = await readFile(new URL('../../src/app/server/main.ts', import.meta.url), 'utf8');
  expect(main).toContain("await import('./operation/otlp.ts')");
  for (const file of ['app.ts', 'main.ts', 'http/web.ts', 'http/traced.ts', 'operation/traces.ts'])
    expect(await readFile(new URL(`../../src/app/server/${file}`, import.meta.url), 'utf8')).not.toMatch(
      /^import .*(opentelemetry|otlp)/m,
    );
});
