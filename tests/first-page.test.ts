/** Page with an inlined session: owner, recipients, and non-recipients. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstVisit } from '../src/app/server/pages/first-visit.ts';
import { openLog } from '../src/app/server/operation/log.ts';
import { addPages } from '../src/app/server/pages/pages.ts';
import { openWeb } from '../src/app/server/http/web.ts';
import { type TestServer, boot } from './kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'recoup-first-'));
const page =
  '<html><head><link rel="stylesheet" href="/assets/guest.css"></head><body><div id="root"><p>Recoup</p></div></body></html>';
const start = {
  guest: ['/assets/guest.css'],
  console: ['/assets/shell.js', '/assets/shell.css'],
  screens: { '/borrowers': ['/assets/list.js'] },
};
/** Like the build's renderer: output, nothing, or an error. */
const drawing = `
  export const ready = Promise.resolve();
  export const firstStyles = ':root{}';
  export function drawFirst(path, answers) {
    if (path === '/home') throw new Error('not drawn');
    return '<div inert>' + path + ' with ' + Object.keys(answers).length + '</div>';
  }
`;
const phone = { 'sec-ch-ua-mobile': '?1' };
const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

let server: TestServer;
let app: FastifyInstance;
let cookie: string;

/** Browser cookies and the real API with a three-file build. */
beforeAll(async () => {
  server = await boot();
  const agent = await server.person({ roleType: 'agent' });
  cookie = `sid=${agent.token}`;
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ styleNonce: 'n', version: '1', start }));
  app = await openWeb({ log: openLog('/dev/null'), isBehindProxy: false });
  app.get('/api/*', async (request, reply) => {
    const asked = await fetch(server.url + request.url, {
      headers: { cookie: request.headers.cookie ?? '' },
    });
    return reply.code(asked.status).send(await asked.text());
  });
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'server', 'first-picture.js'), drawing);
  await addPages(app, folder, firstVisit);
});
afterAll(async () => {
  await app.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const ask = (url: string, headers: Record<string, string>) => app.inject({ url, headers });
function answersIn(html: string): Record<string, { row?: { user: { roleType: string } }; rows?: unknown[] }> {
  const data = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(data ?? '{}') as ReturnType<typeof answersIn>;
}

test('the first page includes session, first rows and assets of its screen', async () => {
  const { body, headers } = await ask('/borrowers', { ...opened, cookie });
  const answers = answersIn(body);
  expect(Object.keys(answers)).toEqual([
    '/api/user/role-permissions',
    '/api/loans?isActive=true&page=1&size=100&part=rows',
  ]);
  expect(answers['/api/user/role-permissions']?.row?.user.roleType).toBe('agent');
  for (const file of ['/assets/shell.js', '/assets/shell.css', '/assets/list.js'])
    expect(body).toContain(file);
  expect(body).not.toContain('guest.css');
  expect(headers['cache-control']).toBe('private, no-store');
});

test('a phone gets its screen drawn, with the styles before the scripts', async () => {
  const { body } = await ask('/borrowers', { ...opened, ...phone, cookie });
  expect(body).toContain('<div id="root"><div inert>/borrowers with 2</div><p>Recoup</p></div>');
  expect(body).toContain('<style nonce="n">:root{}</style>');
  expect(body.indexOf('/assets/shell.css')).toBeLessThan(body.indexOf('/assets/shell.js'));
  expect((await ask('/borrowers', { ...opened, cookie })).body).not.toContain('inert');
});

test.each([
  ['that could not be drawn', '/home'],
  ['with a question of its own', '/borrowers?search=Asha'],
  ['that has no rows', '/queue'],
])('a page %s is the one without a picture', async (_, url) => {
  const { body, statusCode } = await ask(url, { ...opened, ...phone, cookie });
  expect(statusCode).toBe(200);
  expect(body).toContain('id="answers"');
  expect(body).not.toContain('inert');
});

test('an offline sign-out leaves no data of the user', async () => {
  expect((await ask('/borrowers', { ...opened, ...phone, cookie: `${cookie}; left=1` })).body).toBe(page);
});

test('a URL with parameters preloads no rows of another', async () => {
  const { body } = await ask('/borrowers?search=Asha', { ...opened, cookie });
  expect(Object.keys(answersIn(body))).toEqual(['/api/user/role-permissions']);
});

test.each<[string, string, Record<string, string>]>([
  ['a worker that keeps the page', '/', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'same-origin' }],
  ['a frame', '/borrowers', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
  ['a script', '/borrowers', { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' }],
  ['a browser that does not say', '/borrowers', {}],
  ['the sign-in page', '/login', opened],
])('%s gets the page everybody gets', async (_, url, headers) => {
  const answer = await ask(url, { ...headers, cookie });
  expect(answer.body).toBe(page);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test.each(['', 'sid=unknown', 'theme=dark'])(
  'without a session (%s) it is the same page',
  async (without) => {
    expect((await ask('/borrowers', { ...opened, cookie: without })).body).toBe(page);
  },
);

test('no data can close its script element', async () => {
  const name = '</script><script>alert(1)</script>';
  const own = await openWeb({ log: openLog('/dev/null'), isBehindProxy: false });
  own.get('/api/user/role-permissions', () => ({ row: { user: { roleType: 'manager', firstName: name } } }));
  await addPages(own, folder, firstVisit);
  const { body } = await own.inject({ url: '/home', headers: { ...opened, cookie: 'sid=x' } });
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(answersIn(body)['/api/user/role-permissions']?.row).toMatchObject({ user: { firstName: name } });
  await own.close();
});
