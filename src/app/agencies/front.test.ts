import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFrontOf } from './front.ts';
import type { OpenAgency } from './one.ts';

/** An agency that says how many requests it had at once. */
function agencyOf() {
  let working = 0;
  const seen = { most: 0 };
  const server = http.createServer((_, response) => {
    working += 1;
    seen.most = Math.max(seen.most, working);
    setImmediate(() => {
      working -= 1;
      response.end();
    });
  });
  const open: OpenAgency = { server, metrics: () => Promise.resolve(''), stop: () => Promise.resolve() };
  return { open, seen };
}
const agencies = { busy: agencyOf(), calm: agencyOf() };
let front: Server;
let stop: () => Promise<void>;

beforeAll(async () => {
  const made = openFrontOf({
    at: (host) => {
      const found = agencies[host as 'busy' | 'calm'];
      return found && { agency: { state: 'active' }, open: found.open };
    },
    all: () => [],
    token: undefined,
  });
  ({ server: front, stop } = made);
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => stop());

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

it('works on a few requests of an agency at a time while another asks too, and answers all', async () => {
  expect(await ask('calm')).toBe(200);
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask('busy')));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(agencies.busy.seen.most).toBeLessThanOrEqual(Math.max(2, availableParallelism()));
});
