/** The server is killed before and after commits, responses are cut: every entry once, in order. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { digestOf } from '../../src/kernel/contract/outbox/canonical.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { same } from '../kit.ts';
import { type Entry, entry, subOf } from './entries.ts';

const entries = Number(process.env['ENTRIES'] ?? 120);
const perBatch = 12;
const loansInUse = 6;
const mostRestarts = 40;

let server: ServerProcess;
let restarts = 0;
afterAll(() => server.remove());

async function up(env: Record<string, string>): Promise<void> {
  const dataDir = server?.dataDir;
  server = await startServer({ env, ...(dataDir && { dataDir }) });
}
/** Sends a request; undefined when the server died, or the response was cut. */
async function ask(path: string, cookie: string, body?: unknown): Promise<Record<string, never> | undefined> {
  try {
    const response = await fetch(`${server.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...same, cookie, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return (await response.json()) as Record<string, never>;
  } catch {
    return undefined;
  }
}

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...same, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'agent@recoup.test', password: 'recoup-demo-2026' }),
  });
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

interface Loan {
  id: number;
  assigneeId: number;
}
function written(loans: readonly Loan[], subDispositionId: number | null): Promise<Entry[]> {
  const since = Date.now() - 600_000;
  const items = Array.from({ length: entries }, (_, i) => {
    const { id: loanId, assigneeId: actorId } = loans[i % loans.length] as Loan;
    return entry({
      loanId,
      actorId,
      subDispositionId,
      seq: i + 1,
      comments: `storm ${i}`,
      at: since + i * 1000,
    });
  });
  return Promise.all(items);
}

test(`${entries} entries, a server killed before and after its commits: each applied once, in order`, async () => {
  const deadly = { FAILPOINTS: 'before-commit:0.25,after-commit:0.25' };
  await up(deadly);
  const cookie = await signIn();
  const changes = (await ask('/sync/changes', cookie)) as unknown as { row: { loans: Loan[] } };
  const kinds = (await ask('/options/dispositions', cookie)) as unknown as {
    rows: { id: number; parentId: number | null }[];
  };
  const all = await written(changes.row.loans.slice(0, loansInUse), subOf(kinds.rows));
  const deviceId = randomUUID();
  let waiting = all;
  let died = 0;
  while (waiting.length > 0) {
    const items = waiting.slice(0, perBatch);
    const reply = (await ask('/sync/batch', cookie, {
      deviceId,
      sentAt: new Date().toISOString(),
      items,
    })) as unknown as { row: { answers: { key: string; status: number }[] } } | undefined;
    if (!reply) {
      died += 1;
      if (++restarts > mostRestarts) throw new Error('killed too often');
      // Finally without faults, to terminate.
      await up(restarts > 8 ? {} : deadly);
      continue;
    }
    const done = new Set(reply.row.answers.filter(({ status }) => status === 200).map(({ key }) => key));
    expect(reply.row.answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    waiting = waiting.filter(({ key }) => !done.has(key));
  }
  expect(died).toBeGreaterThan(0);
  if (Object.keys(server).length > 0 && server.child.exitCode !== null) await up({});
  const receipts = (await ask(`/sync/receipts?deviceId=${deviceId}`, cookie)) as unknown as {
    row: { count: number; digest: string };
  };
  expect(receipts.row).toMatchObject({
    count: entries,
    digest: await digestOf(all.map(({ key }) => key).join('\n')),
  });
  for (const loanId of new Set(all.map(({ input }) => input.loanId))) {
    const list = (await ask(`/borrower/dispositions/get?loanId=${loanId}&size=500`, cookie)) as unknown as {
      rows: { comments: string }[];
    };
    const found = list.rows
      .map(({ comments }) => comments)
      .filter((said) => said.startsWith('storm '))
      .toReversed();
    expect(found).toEqual(
      all.filter(({ input }) => input.loanId === loanId).map(({ input }) => input.comments),
    );
  }
}, 400_000);
