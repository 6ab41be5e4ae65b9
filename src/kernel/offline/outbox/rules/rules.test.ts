import { expect, test } from 'vitest';
import type { Fault, OutboxItem } from '../item.ts';
import type { Answer } from '../ports.ts';
import {
  type Class,
  brokenLimit,
  classify,
  dueOf,
  failed,
  fitting,
  longestWait,
  theRules,
  wakeOf,
} from './rules.ts';

const ours = (status: number, code?: string): Answer => ({ kind: 'ours', status, code });
const table: [Answer, Class][] = [
  [{ kind: 'none' }, 'transport'],
  [ours(200), 'ok'],
  [ours(201), 'ok'],
  [ours(302), 'transport'],
  [ours(400, 'BAD_REQUEST'), 'permanent'],
  [ours(401, 'NOT_SIGNED_IN'), 'auth'],
  [ours(403, 'FORBIDDEN'), 'permanent'],
  [ours(403, 'ACTOR_MISMATCH'), 'foreign'],
  [ours(404, 'NOT_FOUND'), 'permanent'],
  [ours(408), 'transport'],
  [ours(409, 'IN_PROGRESS'), 'busy'],
  [ours(409, 'TAKEN'), 'permanent'],
  [ours(413, 'TOO_LARGE'), 'permanent'],
  [ours(415, 'NOT_JSON'), 'permanent'],
  [ours(422, 'INVALID_INPUT'), 'permanent'],
  [ours(422, 'KEY_REUSED'), 'bug'],
  [ours(426), 'upgrade'],
  [ours(429, 'TOO_MANY_REQUESTS'), 'load'],
  [ours(500, 'BROKEN'), 'server'],
  [ours(502), 'server'],
  [ours(503, 'BUSY'), 'load'],
];

test.each(table)('%j is read as %s', (answer, expected) => expect(classify(answer)).toBe(expected));

const item = (o: Partial<OutboxItem> = {}): OutboxItem => ({
  id: 'a',
  ev: 1,
  cmd: 'test.record',
  cmdV: 1,
  actorId: 1,
  deviceId: 'd',
  seq: 1,
  lane: 'loan:1',
  occurredAt: '2026-11-21T00:00:00Z',
  input: {},
  says: '',
  state: 'queued',
  attempts: 0,
  nextAt: 0,
  heldAt: 0,
  createdAt: 0,
  ...o,
});
const fail = (fault: Fault, o: Partial<Parameters<typeof failed>[0]> = {}): OutboxItem =>
  failed({
    item: item({ state: 'sending', attempts: 1 }),
    answer: { kind: 'none' },
    fault,
    now: 1000,
    random: 1,
    accepted: 0,
    ...o,
  });

test('retry delays grow to five minutes with full jitter', () => {
  const after = (attempts: number, random = 1): number =>
    fail('transport', { item: item({ state: 'sending', attempts }), random }).nextAt - 1000;
  expect([1, 2, 3].map((n) => after(n))).toEqual([4000, 8000, 16_000]);
  expect(after(500)).toBe(longestWait);
  expect(after(5, 0)).toBe(0);
});

test('Retry-After is a lower bound, and grows under lasting load', () => {
  const answer: Answer = { kind: 'ours', status: 429, retryAfter: 60_000 };
  expect(fail('load', { answer, random: 0 }).nextAt).toBe(61_000);
  expect(fail('load', { answer, random: 1 }).nextAt).toBe(73_000);
  const soon: Answer = { kind: 'ours', status: 503, retryAfter: 2000 };
  const again = item({ state: 'sending', attempts: 4 });
  expect(fail('load', { answer: soon, random: 0, item: again }).nextAt).toBe(3000);
  expect(fail('load', { answer: soon, random: 1, item: again }).nextAt).toBe(33_000);
});

test('what breaks the server again and again needs a person only when others are accepted', () => {
  const many = item({ state: 'sending', attempts: 20, broken: { count: brokenLimit - 1, accepted: 5 } });
  expect(fail('server', { item: many, accepted: 5 }).state).toBe('waiting');
  expect(fail('server', { item: many, accepted: 6 }).state).toBe('attention');
  expect(fail('transport', { item: many, accepted: 6 })).toMatchObject({
    state: 'waiting',
    broken: undefined,
  });
});

const idsOf = (items: readonly OutboxItem[]): string[] => items.map(({ id }) => id);

test('ordering keys are sent in order or not at all, independently of each other', () => {
  const lane = [
    item({ id: 'a', seq: 1, state: 'waiting', nextAt: 5000 }),
    item({ id: 'b', seq: 2 }),
    item({ id: 'c', seq: 3, lane: 'loan:2' }),
  ];
  expect(idsOf(dueOf(lane, 1000, theRules))).toEqual(['c']);
  expect(idsOf(dueOf(lane, 5000, theRules))).toEqual(['a', 'b', 'c']);
});

test('rejected entries are retried last, so they block no others', () => {
  const broken = { fault: 'server', at: 0 } as const;
  const lane = [item({ id: 'a', state: 'attention', lastErr: broken }), item({ id: 'b', seq: 2 })];
  expect(idsOf(dueOf(lane, 0, theRules))).toEqual(['b', 'a']);
});

test('dependents of a deleted entry are deleted', () => {
  const visit = item({ id: 'a' });
  const photo = item({ id: 'b', seq: 2, lane: 'photo:1', dependsOn: ['a'] });
  expect(idsOf(dueOf([visit, photo], 0, theRules))).toEqual(['a']);
  expect(idsOf(dueOf([photo], 0, theRules))).toEqual(['b']);
  expect(wakeOf([item({ id: 'a', state: 'auth' }), photo], 0, theRules)).toBeUndefined();
});

test('photo parts yield to small entries, and few are sent at once', () => {
  const parts = Array.from({ length: 6 }, (_, i) =>
    item({ id: `p${i}`, seq: i + 1, lane: 'photo:1', group: 'photo' }),
  );
  const small = item({ id: 'small', seq: 9, lane: 'loan:2' });
  const due = dueOf([...parts, small], 0, theRules);
  expect(idsOf(due)).toEqual(['small', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
  const sent = fitting(due, { items: 200, bytes: 1e6 });
  expect(idsOf(sent)).toEqual(['small', 'p0', 'p1', 'p2', 'p3']);
});

test('a batch has limits for entries and bytes, and room for at least one', () => {
  const three = ['a', 'b', 'c'].map((id) => item({ id, input: { comments: 'x'.repeat(1000) } }));
  expect(idsOf(fitting(three, { items: 2, bytes: 1e6 }))).toEqual(['a', 'b']);
  expect(idsOf(fitting(three, { items: 9, bytes: 4000 }))).toEqual(['a', 'b']);
  expect(idsOf(fitting(three, { items: 9, bytes: 10 }))).toEqual(['a']);
  expect(fitting([], { items: 9, bytes: 10 })).toEqual([]);
});

test('a rejected entry does not block later ones; one paused for its author does', () => {
  const behind = item({ id: 'b', seq: 2 });
  const first = (state: OutboxItem['state']): string[] =>
    dueOf([item({ state }), behind], 0, theRules).map(({ id }) => id);
  expect(first('attention')).toEqual(['b']);
  expect(first('auth')).toEqual([]);
  expect(first('sending')).toEqual([]);
});

test('a clock set to the past delays nothing', () => {
  const held = item({ state: 'waiting', heldAt: 9_000_000, nextAt: 9_002_000 });
  expect(dueOf([held], 9_001_000, theRules)).toEqual([]);
  expect(dueOf([held], 1000, theRules)).toEqual([held]);
});

test('sleeps until the next retry, and indefinitely when only a user can act', () => {
  const refused = item({ state: 'attention', lastErr: { fault: 'permanent', at: 0 } });
  expect(wakeOf([refused], 0, theRules)).toBeUndefined();
  expect(wakeOf([refused, item({ id: 'b', state: 'waiting', nextAt: 700 })], 0, theRules)).toBe(700);
});
