import { expect, test } from 'vitest';
import { allEndpoints } from '#app/contract.ts';
import { commandNamed } from '../cache/commands.ts';
import { replyOf } from './sending/fetch-net.ts';
import type { Draft, OutboxItem } from '#kernel/offline/outbox/item.ts';
import type { News } from '#kernel/offline/outbox/ports.ts';
import { NotSaved, waitForOutcome, save } from './save.ts';

const draft: Draft = { cmd: 'test.record', actorId: 1, lane: 'loan:1', input: {}, says: '' };
const full = new DOMException('full', 'QuotaExceededError');

/** An outbox with failing first attempts. */
const failing = (...errors: Error[]) => ({
  async enqueue(): Promise<OutboxItem> {
    const error = errors.shift();
    if (error) throw error;
    return { id: 'a' } as OutboxItem;
  },
});

test('a full disk evicts reloadable data once', async () => {
  let made = 0;
  const makeRoom = async (): Promise<void> => void made++;
  expect(await save(draft, failing(full), makeRoom)).toMatchObject({ id: 'a' });
  expect(made).toBe(1);
  const error = await save(draft, failing(full, full), makeRoom).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(NotSaved);
  expect((error as NotSaved).words).toBe(
    'Not saved: phone storage is full. Free some space and tap Save again.',
  );
});

test('other storage errors are reported, and nothing is evicted', async () => {
  const makeRoom = (): Promise<void> => Promise.reject(new Error('must not be asked'));
  const error = await save(draft, failing(new Error('no database')), makeRoom).catch((one: unknown) => one);
  expect((error as NotSaved).words).toMatch(/^Not saved: this browser/);
});

test('a form receives the result of its entry, or times out', async () => {
  const listeners = new Set<(news: News) => void>();
  const onNews = (listener: (news: News) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const settled = (id: string): News => ({
    kind: 'settled',
    id,
    cmd: 'test.record',
    actorId: 1,
    outcome: { verdict: 'acked', row: id },
  });
  const hearing = waitForOutcome('mine', 1000, onNews);
  for (const id of ['other', 'mine']) for (const listener of listeners) listener(settled(id));
  expect(await hearing).toEqual({ verdict: 'acked', row: 'mine' });
  expect(await waitForOutcome('mine', 5, onNews)).toBeUndefined();
  expect(listeners.size).toBe(0);
});

test('every offline endpoint is registered in the outbox by name', () => {
  const offline = allEndpoints().filter((endpoint) => endpoint.offline);
  expect(offline.length).toBeGreaterThan(0);
  for (const endpoint of offline) expect(commandNamed(endpoint.name)).toBe(endpoint);
});

const response = (status: number, body: string, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'X-Server-Time': '2026-11-28T05:00:00.000Z', ...headers } });
const none = { all: { kind: 'none' } };
const answered = (answers: unknown): string => JSON.stringify({ statusCode: 200, row: { answers } });

test("only a response that is certainly the server's is accepted", async () => {
  const portal = '<html>Sign in to our free network</html>';
  expect(await replyOf(response(200, portal))).toEqual(none);
  expect(await replyOf(response(502, portal))).toEqual(none);
  expect(await replyOf(response(200, '{"row":{"answers":[]}}'))).toEqual(none);
  expect(await replyOf(response(200, '{"statusCode":404}'))).toEqual(none);
  expect(await replyOf(response(200, '{"statusCode":200,"row":{}}'))).toEqual(none);
});

test('each entry has a separate response', async () => {
  const each = [
    { key: 'a', status: 200, row: { id: 1 }, isReplay: true, verdict: 'APPLIED', notices: [] },
    { key: 'b', status: 422, code: 'DATE_IN_PAST', words: 'This day is over.' },
  ];
  const reply = await replyOf(response(200, answered(each)));
  const answers = 'each' in reply ? reply.each : new Map<string, unknown>();
  expect(answers.get('a')).toMatchObject({ kind: 'ours', status: 200, row: { id: 1 }, isReplay: true });
  expect(answers.get('b')).toMatchObject({ kind: 'ours', status: 422, code: 'DATE_IN_PAST' });
});

test('a busy server is believed, and a proxy that is busy is no answer', async () => {
  expect(await replyOf(response(503, 'busy', { 'Retry-After': '7' }))).toMatchObject({
    all: { kind: 'ours', status: 503, retryAfter: 7000 },
  });
  expect(await replyOf(new Response('busy', { status: 503, headers: { 'Retry-After': '7' } }))).toEqual(none);
});

test('a maintenance response does not reject an entry', async () => {
  for (const status of [403, 404, 405])
    expect(await replyOf(response(status, `{"statusCode":${status}}`))).toEqual(none);
});
