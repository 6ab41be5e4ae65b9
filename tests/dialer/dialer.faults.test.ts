/** The server is killed between claim and originate, after originate, after the answer and during the conversation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { same } from '../kit.ts';

interface Standing {
  status: string;
  call: { callRefNo: string; state: string } | null;
}
interface Loan {
  id: number;
  loanNumber: string;
}

let server: ServerProcess;
let agent: string;
const used = new Set<number>();

const signIn = async (who: string): Promise<string> => {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${who}@recoup.test`, password: 'recoup-demo-2026' }),
  });
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
};
/** Sends a request; undefined when the server died meanwhile. */
async function ask<A>(
  cookie: string,
  line: string,
  body?: object,
): Promise<(A & { statusCode: number }) | undefined> {
  const [method = 'GET', path = ''] = line.split(' ');
  try {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { ...same, cookie, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return (await response.json()) as A & { statusCode: number };
  } catch {
    return undefined;
  }
}
const again = async (env: Record<string, string> = {}): Promise<void> => {
  await server.kill();
  server = await startServer({ dataDir: server.dataDir, env });
};
const standing = async (): Promise<Standing | undefined> =>
  (await ask<{ row: Standing }>(agent, 'GET /dialer/status'))?.row;
const wait = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));
/** The agent's state once the condition is true, within this many seconds. */
async function within(seconds: number, isSo: (now: Standing) => boolean): Promise<Standing> {
  let last: Standing | undefined;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(100)) {
    last = (await standing()) ?? last;
    if (last && isSo(last)) return last;
  }
  throw new Error(`after ${seconds} s it was still ${JSON.stringify(last)}`);
}

/** A loan of the agent whose number answers after some seconds, by its last two digits. */
async function answering(leastTalk = 0): Promise<Loan> {
  const found = await ask<{ rows: (Loan & { mobile: string; isDNC: boolean })[] }>(
    agent,
    'GET /loans?isActive=true&size=500',
  );
  const loan = found?.rows.find(({ id, mobile, isDNC }) => {
    const end = Number(mobile.slice(-2));
    return !used.has(id) && !isDNC && end >= 14 && end < 54 && planOf(mobile).talkMs > leastTalk;
  });
  if (!loan) throw new Error('no number answers');
  used.add(loan.id);
  return loan;
}
const callsOf = async (loan: Loan, who = agent): Promise<number> =>
  (await ask<{ count: number }>(who, `GET /webhooks/ezsip/fetch-all-cdr?q=${loan.loanNumber}&size=5`))
    ?.count ?? -1;

beforeAll(async () => {
  server = await startServer();
  const admin = await signIn('admin');
  const rules = await ask<{ rows: { id: number }[] }>(admin, 'GET /compliance-rules?kind=hours');
  // Removes contact hours, so that calls are allowed at any time.
  for (const { id } of rules?.rows ?? [])
    await ask(admin, `PATCH /compliance-rules/${id}`, { startsAt: '00:00', endsAt: '23:59' });
  agent = await signIn('agent');
  const mine = await ask<{ rows: { id: number }[] }>(agent, 'GET /user/assigned/campaigns');
  await ask(agent, 'POST /dialer/login', { campaignId: mine?.rows[0]?.id });
  await ask(agent, 'POST /dialer/agent-ready', {});
  await ask(agent, 'POST /dialer/agent-pause', {});
});
afterAll(() => server.remove());

test.each(['dialer-claimed', 'dialer-originated', 'dialer-answered', 'dialer-bridged'])(
  'killed at %s: one call, never a second, and the agent is where the call is',
  async (point) => {
    await again({ FAILPOINTS: `${point}:1` });
    const loan = await answering();
    const before = await callsOf(loan);
    await ask(agent, `POST /dialer/manual-call/${loan.id}`, {});
    for (let i = 0; i < 300 && server.child.signalCode === null; i += 1) await wait(100);
    expect(server.child.signalCode).toBe('SIGKILL');
    await again();
    // Ten seconds later the state is consistent again.
    const after = await within(
      20,
      ({ status, call }) => ['on-call', 'wrap-up', 'IDLE'].includes(status) && call?.state !== 'claimed',
    );
    if (point === 'dialer-bridged') expect(['on-call', 'wrap-up']).toContain(after.status);
    const { call } = after;
    if (call) {
      await ask(agent, 'POST /dialer/hang-up', {});
      await within(10, ({ status }) => status === 'wrap-up');
      await ask(agent, 'POST /dialer/agent-pause', {});
    }
    const placed = (await callsOf(loan)) - before;
    expect(placed).toBe(point === 'dialer-claimed' ? Math.min(placed, 1) : 1);
    // No disposition here: the agent signs out and in again.
    await ask(agent, 'GET /auth/logout');
    agent = await signIn('agent');
    const mine = await ask<{ rows: { id: number }[] }>(agent, 'GET /user/assigned/campaigns');
    await ask(agent, 'POST /dialer/login', { campaignId: mine?.rows[0]?.id });
    await within(5, ({ status }) => status === 'IDLE');
    await wait(1500);
    expect((await callsOf(loan)) - before).toBe(placed);
  },
);

test('a server killed during a transfer continues it as one call', async () => {
  const colleague = await signIn('agent2');
  const other = async <A>(line: string, body?: object) => ask<A>(colleague, line, body);
  const theirs = async (): Promise<Standing | undefined> =>
    (await other<{ row: Standing }>('GET /dialer/status'))?.row;
  await again({ FAILPOINTS: 'dialer-joined:1' });
  const theirCampaigns = await other<{ rows: { id: number }[] }>('GET /user/assigned/campaigns');
  await other('POST /dialer/login', { campaignId: theirCampaigns?.rows[0]?.id });
  // Long enough for a server restart.
  const loan = await answering(90_000);
  const before = (await callsOf(loan)) + (await callsOf(loan, colleague));
  await ask(agent, `POST /dialer/manual-call/${loan.id}`, {});
  await within(30, ({ status }) => status === 'on-call');
  const targets = await ask<{ row: { people: { id: number; name: string }[] } }>(
    agent,
    'GET /dialer/transfer-targets',
  );
  const userId = targets?.row.people[0]?.id;
  expect(userId).toBeDefined();
  await ask(agent, 'POST /dialer/transfer', { isBlind: false, userId });
  for (let i = 0; i < 300 && server.child.signalCode === null; i += 1) await wait(100);
  expect(server.child.signalCode).toBe('SIGKILL');
  await again();
  const isThere = async (): Promise<boolean> => (await theirs())?.status === 'on-call';
  for (let i = 0; i < 150 && !(await isThere()); i += 1) await wait(100);
  expect(await isThere()).toBe(true);
  await ask(agent, 'POST /dialer/transfer/complete', {});
  expect((await standing())?.call).toBeNull();
  expect((await theirs())?.call?.callRefNo).toBeDefined();
  await other('POST /dialer/hang-up', {});
  for (let i = 0; i < 100 && (await isThere()); i += 1) await wait(100);
  expect((await theirs())?.status).toBe('wrap-up');
  // One call, assigned to the transfer target.
  expect((await callsOf(loan)) + (await callsOf(loan, colleague)) - before).toBe(1);
});
