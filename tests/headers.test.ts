/** The headers of every kind of answer, as they must be (security.md C.6). */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secureHeaders } from '../src/app/server/http/headers.ts';
import { openLog } from '../src/app/server/operation/log.ts';
import { addPages, buildIn } from '../src/app/server/pages/pages.ts';
import { openWeb } from '../src/app/server/http/web.ts';
import { type TestServer, boot } from './kit.ts';

const policy = (nonce: string, socket: string): string =>
  `default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'none'; ` +
  `img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self' ${socket}; worker-src 'self'; ` +
  `manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`;
const always = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
const everywhere = {
  ...always,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=(), browsing-topics=()',
};
/** Varying headers without security relevance. */
const varying = [
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'last-modified',
  'etag',
  'accept-ranges',
  'vary',
  'transfer-encoding',
];
const plain = (headers: Iterable<[string, unknown]>): Record<string, unknown> =>
  Object.fromEntries([...headers].filter(([name]) => !varying.includes(name)));

describe('an answer of the API', () => {
  let server: TestServer;
  beforeAll(async () => (server = await boot()));
  afterAll(() => server.stop());

  const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

  test.each([
    ['/api/ping', 200],
    ['/api/breaks', 401],
    ['/api/no-such', 404],
  ])('%s carries exactly these headers', async (path, status) => {
    const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity' } });
    expect(response.status).toBe(status);
    const headers = plain(response.headers);
    // Distinguishes our server from a captive portal.
    if (path === '/api/ping') expect(headers['x-app-pong']).toBe('1');
    delete headers['x-app-pong'];
    expect(headers).toEqual({
      ...always,
      'content-security-policy': dataPolicy,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-server-time': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test.each([
    ['/api/docs', 'text/html; charset=utf-8'],
    ['/api/docs/openapi.json', 'application/json; charset=utf-8'],
  ])('%s is a page revalidated each time', async (path, type) => {
    const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity' } });
    const headers = plain(response.headers);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-/,
    );
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https:/);
    expect({ ...headers, 'content-security-policy': '' }).toEqual({
      ...everywhere,
      'content-security-policy': '',
      'content-type': type,
      'cache-control': 'no-store',
    });
  });
});

describe('a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-pages-'));
  const webs: FastifyInstance[] = [];
  async function web(isSecure: boolean): Promise<FastifyInstance> {
    const app = await openWeb({ log: openLog('/dev/null'), isBehindProxy: isSecure });
    secureHeaders(app, { isSecure, styleNonce: buildIn(folder)?.styleNonce ?? '' });
    await addPages(app, folder);
    webs.push(app);
    return app;
  }
  beforeAll(() => {
    mkdirSync(join(folder, 'assets'));
    const files = {
      'index.html': '<!doctype html><title>Recoup</title>',
      'build.json': '{"styleNonce":"abc123","version":"1"}',
      'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'sw.js': 'self',
      'assets/app-1a2b.js': 'export {}',
      'assets/app-1a2b.js.map': '{}',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  afterAll(async () => {
    await Promise.all(webs.map((app) => app.close()));
    rmSync(folder, { recursive: true });
  });
  test('HEAD requests report whether a page exists', async () => {
    const app = await web(false);
    const { statusCode, body } = await app.inject({ method: 'HEAD', url: '/borrowers' });
    expect([statusCode, body]).toEqual([200, '']);
  });

  const ask = async (app: FastifyInstance, url: string) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { host: 'recoup.example' } });
    return { statusCode, body, headers: plain(Object.entries(headers)) };
  };

  test.each(['/', '/login', '/view-borrower?id=1'])(
    'the console at %s is revalidated each time',
    async (url) => {
      const { statusCode, headers, body } = await ask(await web(false), url);
      expect([statusCode, body]).toEqual([200, '<!doctype html><title>Recoup</title>']);
      expect(headers).toEqual({
        ...everywhere,
        'content-security-policy': policy('abc123', 'ws://recoup.example'),
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
    },
  );

  test('TLS sets HSTS and a secure socket policy', async () => {
    const { headers } = await ask(await web(true), '/');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toBe(policy('abc123', 'wss://recoup.example'));
  });

  test('brings files that never change under their name, and others that may', async () => {
    const app = await web(false);
    expect((await ask(app, '/assets/app-1a2b.js')).headers).toMatchObject({
      ...everywhere,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    for (const url of ['/sw.js', '/favicon.svg'])
      expect((await ask(app, url)).headers).toMatchObject({ ...everywhere, 'cache-control': 'no-cache' });
  });

  test.each([
    '/build.json',
    '/assets/app-1a2b.js.map',
    '/assets/no-such.js',
    '/.env',
    '/..%2f..%2fpackage.json',
    '/assets/..%2fbuild.json',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
  ])('never shows %s', async (url) => {
    const { statusCode, body } = await ask(await web(false), url);
    expect([statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
  });

  test('a strange host name does not reach the policy', async () => {
    const app = await web(false);
    const { headers } = await app.inject({ url: '/', headers: { host: `a; script-src *` } });
    expect(headers['content-security-policy']).not.toContain('*');
  });
});
