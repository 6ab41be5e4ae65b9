/** Servers of two versions run in parallel during an upgrade: phones reach both. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { fetchNet } from '../../src/phone/outbox/sending/fetch-net.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { Failure } from '../../src/kernel/contract/failure.ts';
import type { OutboxItem } from '../../src/kernel/offline/outbox/item.ts';
import type { Delivery } from '../../src/kernel/offline/outbox/ports.ts';
import type { Keeper } from '../../src/kernel/offline/vault/keeper.ts';
import { parseInput } from '../../src/kernel/server/http/parse.ts';
import { bodyOf } from '../../src/kernel/server/http/refusal.ts';

const { agency: _, ...before } = sync.batch.takes.shape;
const older = { ...sync.batch, takes: z.strictObject(before) };

afterEach(() => void vi.unstubAllGlobals());

/** Distinguishes the agency's server from a proxy or a captive portal. */
const headers = { 'X-Server-Time': new Date().toISOString() };
/** Reads as the server does, by the contract of before. */
function answer(body: string): Response {
  try {
    const { items } = parseInput(older as never, { params: {}, query: {}, body: JSON.parse(body) }) as {
      items: { key: string }[];
    };
    const answers = items.map(({ key }) => ({ key, status: 200 }));
    return Response.json({ statusCode: 200, row: { answers, epoch: 'one' } }, { headers });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Response.json(bodyOf(error, 'x'), { status: 422, headers });
  }
}

test('a server unaware of agencies accepts entries created for one', async () => {
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)));
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => answer(body));
  const key = randomUUID();
  const item: Partial<OutboxItem> = {
    deviceId: randomUUID(),
    cmd: 'borrower-dispositions.record',
    cmdV: 1,
    seq: 1,
    lane: 'loan:1',
    occurredAt: new Date().toISOString(),
    bodyHash: 'a'.repeat(64),
  };
  const read = { read: async () => ({ input: { loanId: 1 } }) } as unknown as Keeper;
  const delivery = { key, authorId: 7, item } as Delivery;
  const reply = await fetchNet(read).send([delivery], { epoch: 'one', agency: '77' });
  expect(reply).toMatchObject({ each: new Map([[key, { kind: 'ours', status: 200 }]]), epoch: 'one' });
});
