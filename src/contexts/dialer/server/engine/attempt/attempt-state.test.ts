import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates } from './attempt.ts';
import { type AttemptEvent, checkMs, stepAttempt } from './attempt-state.ts';
import { lineLossMs, transferRingMs } from '../talk-state.ts';

const timers = { now: 1000, ringMs: 25_000, patienceMs: 2000 };
const claimed: AttemptState = {
  placedBy: 'campaign',
  state: 'claimed',
  agentId: null,
  outcome: null,
  cause: null,
  endedBy: null,
  endReason: null,
  progressAt: null,
  ringingAt: null,
  answeredAt: null,
  bridgedAt: null,
  endedAt: null,
  dueAt: 9000,
  heldAt: null,
  heldMs: 0,
  asideAt: null,
  asideMs: null,
  transfer: null,
  lineLoss: null,
  lineLosses: 0,
};
const go = (...events: AttemptEvent[]): AttemptState =>
  events.reduce((state, event) => stepAttempt(state, event, timers) ?? state, claimed);
const originated: AttemptEvent = { type: 'originated' };
const ringing: AttemptEvent = { type: 'ringing' };
const pickedUp: AttemptEvent = { type: 'picked-up' };
const answered: AttemptEvent = { type: 'answered' };
const found: AttemptEvent = { type: 'agent-found', agentId: 3 };
const bridged: AttemptEvent = { type: 'bridged' };
const ended = (cause: number | null, by: 'far' | 'network' | 'us' = 'far'): AttemptEvent => ({
  type: 'ended',
  cause,
  by,
});

describe('outcome of a call', () => {
  const after = (placedBy: AttemptState['placedBy'], ...events: AttemptEvent[]) =>
    events.reduce((state, event) => stepAttempt(state, event, timers) ?? state, { ...claimed, placedBy });
  const gone: AttemptEvent = { type: 'missing', isOurs: true };
  const patience: AttemptEvent = { type: 'end', reason: 'patience' };
  test.each<[string, AttemptState, string]>([
    [
      'an agent’s call that the borrower cuts',
      after('agent', originated, ringing, answered, found, ended(16)),
      'rejected',
    ],
    [
      'an agent’s call whose agent lost their line',
      after('agent', originated, answered, found, patience, ended(16, 'us')),
      'abandoned',
    ],
    [
      'an agent’s call that rang while no server heard',
      after('agent', originated, ringing, gone),
      'abandoned',
    ],
    [
      'an inbound caller who hangs up as an agent answers',
      after('caller', ringing, found, ended(16)),
      'no_answer',
    ],
    [
      'a campaign’s call cut with its agent on the line',
      after('campaign', originated, answered, found, ended(16)),
      'abandoned',
    ],
    [
      'a campaign’s call that no agent joined in time',
      after('campaign', originated, answered, found, patience, ended(16, 'us')),
      'abandoned',
    ],
  ])('%s', (_, state, outcome) => expect(state).toMatchObject({ state: 'ended', outcome }));

  test.each<[string, AttemptEvent[], string]>([
    ['spoken', [originated, ringing, answered, found, bridged, ended(16)], 'connected'],
    ['hung up while waiting for an agent', [originated, ringing, answered, ended(16)], 'abandoned'],
    [
      'we gave up finding one',
      [originated, answered, { type: 'end', reason: 'patience' }, ended(16, 'us')],
      'abandoned',
    ],
    ['nobody took it', [originated, ringing, ended(19)], 'no_answer'],
    ['cause nought while ringing', [originated, ringing, ended(0)], 'no_answer'],
    [
      'rung long enough',
      [originated, ringing, { type: 'end', reason: 'timeout' }, ended(0, 'us')],
      'no_answer',
    ],
    ['busy', [originated, ended(17)], 'busy'],
    ['rejected', [originated, ringing, ended(21)], 'rejected'],
    ['switched off', [originated, ended(20)], 'switched_off'],
    ['no such number', [originated, ended(1)], 'invalid'],
    ['no line free', [originated, ended(34)], 'congestion'],
    ['the provider refused it', [originated, { type: 'refused', isRetryable: true }], 'congestion'],
    ['a machine', [originated, answered, { type: 'machine' }, ended(16, 'us')], 'machine'],
    [
      'a machine that was listened to',
      [originated, ringing, pickedUp, { type: 'machine' }, ended(16, 'us')],
      'machine',
    ],
    ['hung up while it was listened for a machine', [originated, ringing, pickedUp, ended(16)], 'abandoned'],
    [
      'cancelled before anybody answered',
      [originated, ringing, { type: 'end', reason: 'cancel' }, ended(16, 'us')],
      'cancelled',
    ],
    ['never carried out', [{ type: 'end', reason: 'cancel' }], 'cancelled'],
    ['no trace of it after a crash', [originated, { type: 'missing', isOurs: true }], 'lost'],
    [
      'rang while no server heard, and is gone: it may have been answered',
      [originated, ringing, { type: 'missing', isOurs: true }],
      'abandoned',
    ],
    [
      'hung up by us while it rang, and gone',
      [originated, ringing, { type: 'end', reason: 'cancel' }, { type: 'missing', isOurs: true }],
      'lost',
    ],
    ['answered, and gone', [originated, answered, { type: 'missing', isOurs: true }], 'abandoned'],
    ['called in, and gone', [ringing, { type: 'missing', isOurs: false }], 'lost'],
    [
      'the answer told before the ring',
      [originated, answered, ringing, found, bridged, ended(16)],
      'connected',
    ],
  ])('%s', (_, events, outcome) => expect(go(...events)).toMatchObject({ state: 'ended', outcome }));
});

test("the first hang-up is the reason of a call's end, also without confirmation", () => {
  const wished = go(originated, ringing, { type: 'end', reason: 'cancel' });
  expect(wished).toMatchObject({ state: 'ringing', endReason: 'cancel', dueAt: 6000 });
  expect(stepAttempt(wished, { type: 'end', reason: 'timeout' }, timers)).toBeNull();
  expect(stepAttempt(wished, { type: 'due' }, { ...timers, now: 5999 })).toBeNull();
  expect(stepAttempt(wished, { type: 'due' }, { ...timers, now: 6000 })).toMatchObject({
    outcome: 'cancelled',
  });
});

const anyEvent: fc.Arbitrary<AttemptEvent> = fc.oneof(
  fc.constantFrom<AttemptEvent>(
    originated,
    ringing,
    answered,
    found,
    bridged,
    pickedUp,
    { type: 'machine' },
    { type: 'due' },
    { type: 'hold' },
    { type: 'resume' },
    { type: 'aside' },
    { type: 'back' },
    { type: 'joined' },
    { type: 'handed' },
    { type: 'returned' },
    { type: 'line-lost' },
    { type: 'line-resumed', isUp: true },
    { type: 'line-resumed', isUp: false },
  ),
  fc.record({ isLine: fc.boolean(), isBlind: fc.boolean() }).map(({ isLine, isBlind }): AttemptEvent => ({
    type: 'transfer',
    to: { toUserId: isLine ? 4 : null, isLine, isBlind },
  })),
  fc.constantFrom<AttemptEvent>({ type: 'missing', isOurs: true }, { type: 'refused', isRetryable: false }),
  fc.option(fc.integer({ min: 0, max: 60 })).map((cause) => ended(cause)),
  fc.constantFrom('hangup', 'cancel', 'timeout', 'patience', 'nobody').map((reason): AttemptEvent => ({
    type: 'end',
    reason: reason as 'cancel',
  })),
);

test('a call in answering-machine detection is answered: ring time is over, and patience starts with a person', () => {
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState | null =>
    stepAttempt(state, event, { ...timers, now });
  const heard = at(go(originated, ringing), pickedUp, 25_000);
  expect(heard).toMatchObject({ state: 'ringing', answeredAt: 25_000, dueAt: 25_000 + checkMs + 2000 });
  if (!heard) return;
  expect(at(heard, pickedUp, 25_100)).toBeNull();
  expect(at(heard, { type: 'due' }, 26_500)).toBeNull();
  // Without further events the call was answered and abandoned.
  expect(at(heard, { type: 'due' }, 30_000)).toMatchObject({ state: 'answered', endReason: 'patience' });
  expect(at(heard, answered, 27_000)).toMatchObject({ answeredAt: 25_000, dueAt: 29_000 });
});

test('in any order of events a call moves forward only, is over once, and is connected exactly when bridged', () => {
  const origins = fc.constantFrom<AttemptState['placedBy']>('campaign', 'agent', 'caller');
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), origins, (events, placedBy) => {
      let state: AttemptState = { ...claimed, placedBy, agentId: placedBy === 'agent' ? 3 : null };
      let now = 1000;
      for (const event of events) {
        const before = state;
        state = stepAttempt(state, event, { ...timers, now: (now += 3000) }) ?? state;
        expect(attemptStates.indexOf(state.state)).toBeGreaterThanOrEqual(
          attemptStates.indexOf(before.state),
        );
        if (before.state === 'ended') expect(state).toEqual(before);
        expect(state.state === 'ended').toBe(state.outcome !== null && state.endedAt !== null);
        // Only a bridged call can be on hold, at most for its duration.
        if (state.heldAt !== null) expect(state.state).toBe('bridged');
        expect(state.heldMs).toBeLessThanOrEqual(now - (state.bridgedAt ?? now));
        // An agent swaps only during hold, and without a transfer.
        if (state.asideAt !== null) expect([state.heldAt === null, state.transfer]).toEqual([false, null]);
        expect(state.asideMs ?? 0).toBeLessThanOrEqual(
          state.heldMs + (state.heldAt === null ? 0 : now - state.heldAt),
        );
        // A transfer exists only in a conversation; while the target rings the first agent has the borrower.
        if (state.transfer !== null) expect(state.state).toBe('bridged');
        if (state.agentId !== before.agentId && before.agentId !== null)
          expect(before.transfer).toMatchObject({ isLine: true, toUserId: state.agentId });
        if (state.transfer?.stage === 'handed')
          expect([state.heldAt, state.transfer.isLine]).toEqual([null, false]);
        if (state.transfer?.stage === 'ringing' && state.endReason === null)
          expect(state.dueAt ?? Infinity).toBeLessThanOrEqual(now + transferRingMs);
        if (state.outcome !== null) expect(state.outcome === 'connected').toBe(state.bridgedAt !== null);
        // Without the agent's line the borrower hears hold music, limited by the resume time.
        if (state.lineLoss) {
          expect(state.state).toBe('bridged');
          expect(state.heldAt).not.toBeNull();
          if (state.endReason === null) expect(state.dueAt ?? Infinity).toBeLessThanOrEqual(now + lineLossMs);
        }
        // Every open state has a timeout.
        if (state.state !== 'ended') expect(state.dueAt).not.toBeNull();
      }
    }),
  );
});
