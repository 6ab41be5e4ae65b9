import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFrontOf } from './front.ts';
import type { OpenAgency } from './one.ts';
import { openShares } from './shares.ts';

const busy = 30;
/** Responds only when all requests have arrived at the front. */
function agencyOf() {
  const held: http.ServerResponse[] = [];
  const seen = { most: 0 };
  let isHolding = false;
  const answer = (response: http.ServerResponse): void => {
    if (isHolding) seen.most = held.push(response);
    else response.end();
  };
  const server = http.createServer((_, response) => answer(response));
  const open: OpenAgency = { server, metrics: () => Promise.resolve(''), stop: () => Promise.resolve() };
  return {
    open,
    seen,
    hold: () => void (isHolding = true),
    release(): void {
      isHolding = false;
      for (const response of held) response.end();
    },
  };
}
const agencies = { busy: agencyOf(), calm: agencyOf() };
let front: Server;
let stop: () => Promise<void>;

beforeAll(async () => {
  const made = openFrontOf({
    at: (host) => {
      if (host === 'suspended') return { agency: { state: 'suspended' } };
      if (host === 'opening') return { agency: { state: 'active' } };
      const found = agencies[host as 'busy' | 'calm'];
      return found && { agency: { state: 'active' }, open: found.open };
    },
    all: () => [],
    token: undefined,
    enter: openShares(2, 60_000),
  });
  ({ server: front, stop } = made);
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => stop());

interface Said {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  text: string;
}
const read = (host: string, path: string, accept: string): Promise<Said> =>
  new Promise((resolve, reject) => {
    const { port } = front.address() as AddressInfo;
    http
      .get({ host: '127.0.0.1', port, path, headers: { host, accept }, agent: false }, (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      })
      .once('error', reject);
  });

const browser = 'text/html,application/xhtml+xml';
it('answers a suspended agency with a page for browsers and a failure for programs', async () => {
  const page = await read('suspended', '/login', browser);
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.text).toContain('This agency is suspended. Ask who runs Recoup for you.');
  expect(page.text).toContain('width=device-width');
  expect(page.text).not.toContain('http-equiv="refresh"');
  const answer = await read('suspended', '/api/auth/login', 'application/json');
  expect(JSON.parse(answer.text)).toMatchObject({
    code: 'AGENCY_SUSPENDED',
    message: 'This agency is suspended. Ask who runs Recoup for you.',
  });
  expect((await read('suspended', '/', '*/*')).headers['content-type']).toContain('text/plain');
});

it('refreshes the page of an agency that is being opened', async () => {
  const { text, headers } = await read('opening', '/home', browser);
  expect(text).toContain('http-equiv="refresh" content="5"');
  expect(headers['retry-after']).toBe('2');
});

it('shows a not-found page at an unknown host', async () => {
  const { status, text } = await read('nobody', '/', browser);
  expect(status).toBe(404);
  expect(text).toContain('No agency is served at this address.');
});

const ask = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = front.address() as AddressInfo;
    const headers = { host };
    http
      .get({ host: '127.0.0.1', port, headers, agent: false }, (answer) =>
        answer.resume().once('end', () => resolve(answer.statusCode)),
      )
      .once('error', reject);
  });

it('limits the concurrent requests of one agency while another is active, and answers all', async () => {
  expect(await ask('calm')).toBe(200);
  agencies.busy.hold();
  let arrived = 0;
  front.on('request', () => {
    arrived += 1;
    if (arrived === busy) agencies.busy.release();
  });
  const answers = await Promise.all(Array.from({ length: busy }, () => ask('busy')));
  expect(answers).toEqual(answers.map(() => 200));
  expect(agencies.busy.seen.most).toBe(2);
});
