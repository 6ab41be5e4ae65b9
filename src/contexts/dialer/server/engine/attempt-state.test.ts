import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttemptEvent, type AttemptState, attemptStates, stepAttempt } from './attempt-state.ts';

const timers = { now: 1000, ringMs: 25_000, patienceMs: 2000 };
const claimed: AttemptState = {
  state: 'claimed',
  agentId: null,
  outcome: null,
  cause: null,
  endedBy: null,
  endReason: null,
  ringingAt: null,
  answeredAt: null,
  bridgedAt: null,
  endedAt: null,
  dueAt: 9000,
  heldAt: null,
  heldMs: 0,
};
const go = (...events: AttemptEvent[]): AttemptState =>
  events.reduce((state, event) => stepAttempt(state, event, timers) ?? state, claimed);
const originated: AttemptEvent = { type: 'originated' };
const ringing: AttemptEvent = { type: 'ringing' };
const answered: AttemptEvent = { type: 'answered' };
const found: AttemptEvent = { type: 'agent-found', agentId: 3 };
const bridged: AttemptEvent = { type: 'bridged' };
const ended = (cause: number | null, by: 'far' | 'network' | 'us' = 'far'): AttemptEvent => ({
  type: 'ended',
  cause,
  by,
});

describe('what a call comes to', () => {
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

test('whoever hung up first is right, and an end that is never confirmed is an end', () => {
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
    { type: 'machine' },
    { type: 'due' },
    { type: 'hold' },
    { type: 'resume' },
  ),
  fc.constantFrom<AttemptEvent>({ type: 'missing', isOurs: true }, { type: 'refused', isRetryable: false }),
  fc.option(fc.integer({ min: 0, max: 60 })).map((cause) => ended(cause)),
  fc.constantFrom('hangup', 'cancel', 'timeout', 'patience', 'nobody').map((reason): AttemptEvent => ({
    type: 'end',
    reason: reason as 'cancel',
  })),
);

test('a call is on hold between two words of its agent, and to its end', () => {
  const at = (state: AttemptState, type: 'hold' | 'resume', now: number): AttemptState | null =>
    stepAttempt(state, { type }, { ...timers, now });
  const talk = go(originated, ringing, answered, found, bridged);
  const held = at(talk, 'hold', 5000);
  expect(held).toMatchObject({ state: 'bridged', heldAt: 5000, heldMs: 0 });
  if (!held) return;
  expect(at(held, 'hold', 6000)).toBeNull();
  expect(at(held, 'resume', 7500)).toMatchObject({ heldAt: null, heldMs: 2500 });
  expect(stepAttempt(held, { type: 'ended', cause: 16, by: 'far' }, { ...timers, now: 9000 })).toMatchObject({
    heldAt: null,
    heldMs: 4000,
  });
  for (const early of [claimed, go(originated, ringing, answered), go(originated, ringing, answered, found)])
    expect(at(early, 'hold', 5000)).toBeNull();
  expect(at(talk, 'resume', 5000)).toBeNull();
});

test('in any order a call goes forward only, ends once, and is connected exactly when somebody spoke', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let state = claimed;
      let now = 1000;
      for (const event of events) {
        const before = state;
        state = stepAttempt(state, event, { ...timers, now: (now += 3000) }) ?? state;
        expect(attemptStates.indexOf(state.state)).toBeGreaterThanOrEqual(
          attemptStates.indexOf(before.state),
        );
        if (before.state === 'ended') expect(state).toEqual(before);
        expect(state.state === 'ended').toBe(state.outcome !== null && state.endedAt !== null);
        // Nobody is on hold who is not spoken with, and no longer than they are.
        if (state.heldAt !== null) expect(state.state).toBe('bridged');
        expect(state.heldMs).toBeLessThanOrEqual(now - (state.bridgedAt ?? now));
        if (state.outcome !== null) expect(state.outcome === 'connected').toBe(state.bridgedAt !== null);
        // Something always follows by itself.
        if (state.state !== 'ended') expect(state.dueAt).not.toBeNull();
      }
    }),
  );
});
