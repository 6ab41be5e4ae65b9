/** Cost of a sign-in burst for active users: an agent's saves alone, and with 300 sign-ins per minute. */
import { setTimeout as wait } from 'node:timers/promises';
import { agentAccount, demoPassword } from '../../src/app/demo/accounts.ts';
import { startServer } from '../e2e/server.ts';
import { same } from '../kit.ts';
import { median, report } from './kit.ts';

const crowd = 300;
const seconds = 60;
const server = await startServer({ env: { DEMO_LOANS: '3000' } });
const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const password = demoPassword;
const signIn = async (account: string): Promise<number> =>
  (await post('/auth/login', { email: `${account}@recoup.test`, password })).status;

const answer = await post('/auth/login', { email: 'admin@recoup.test', password });
const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
let made = 0;
/** Milliseconds of one save: a break of the master, in a transaction like a disposition. */
async function save(): Promise<number> {
  const start = performance.now();
  const { status } = await post('/breaks', { name: `Tea ${(made += 1)}`, duration: '00:10' }, { cookie });
  if (status !== 200) throw new Error(`a save was answered ${status}`);
  return performance.now() - start;
}
async function savesFor(until: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!until()) {
    took.push(await save());
    await wait(50);
  }
  return took;
}
const p95 = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

for (let i = 0; i < 50; i += 1) await save();
const idle = await savesFor(
  (
    (end) => () =>
      performance.now() > end
  )(performance.now() + 15_000),
);

let signedIn = 0;
const arrivals = Array.from({ length: crowd }, async (_, i) => {
  await wait((i * seconds * 1000) / crowd);
  if ((await signIn(agentAccount(1 + (i % 5)))) === 200) signedIn += 1;
});
let isOver = false;
void Promise.all(arrivals).then(() => (isOver = true));
const busy = await savesFor(() => isOver);
report('sign-ins answered of 300', signedIn, { atLeast: crowd });
report('a save beside 300 sign-ins a minute against idle, median', median(busy) / median(idle), {
  atMost: 2,
});
report('the same, p95', p95(busy) / p95(idle), { atMost: 2 });

let left = 40;
const burst = Array.from({ length: left }, (_, i) => signIn(`stranger${i}`).finally(() => (left -= 1)));
const beside = await savesFor(() => left === 0);
await Promise.all(burst);
report('slowest save beside 40 sign-ins at one moment', Math.max(...beside), { unit: 'ms', atMost: 1000 });
await server.remove();
