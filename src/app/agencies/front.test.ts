import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFrontOf } from './front.ts';
import type { OpenAgency } from './one.ts';
import { openShares } from './shares.ts';

const busy = 30;
/** Answers nobody before all have asked at the front. */
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
