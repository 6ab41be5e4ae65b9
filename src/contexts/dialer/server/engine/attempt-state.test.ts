import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates } from './attempt.ts';
import { type AttemptEvent, checkMs, stepAttempt } from './attempt-state.ts';
import { lineLossMs, transferRingMs } from './talk-state.ts';

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

test('the first hang-up decides who ended a call, and an end without confirmation counts', () => {
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

test('a call checked for a machine is answered: ring time does not end it, and patience begins with a person', () => {
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState | null =>
    stepAttempt(state, event, { ...timers, now });
  const heard = at(go(originated, ringing), pickedUp, 25_000);
  expect(heard).toMatchObject({ state: 'ringing', answeredAt: 25_000, dueAt: 25_000 + checkMs + 2000 });
  if (!heard) return;
  expect(at(heard, pickedUp, 25_100)).toBeNull();
  expect(at(heard, { type: 'due' }, 26_500)).toBeNull();
  // Never heard of again, they were answered and left alone.
  expect(at(heard, { type: 'due' }, 30_000)).toMatchObject({ state: 'answered', endReason: 'patience' });
  expect(at(heard, answered, 27_000)).toMatchObject({ answeredAt: 25_000, dueAt: 29_000 });
});

test('a call is on hold from hold to resume, or to its end', () => {
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

test('the first of two calls hears music until its agent swaps back, and cannot be transferred', () => {
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState | null =>
    stepAttempt(state, event, { ...timers, now });
  const talk = go(originated, ringing, answered, found, bridged);
  const held = at(talk, { type: 'hold' }, 4000) ?? talk;
  const aside = at(held, { type: 'aside' }, 5000);
  expect(aside).toMatchObject({ heldAt: 4000, asideAt: 5000, asideMs: 0 });
  if (!aside) return;
  const to = { toUserId: 4, isLine: true, isBlind: false };
  for (const event of [
    { type: 'resume' },
    { type: 'hold' },
    { type: 'aside' },
    { type: 'transfer', to },
  ] as const)
    expect(at(aside, event, 6000)).toBeNull();
  expect(at(aside, { type: 'back' }, 8000)).toMatchObject({
    heldAt: null,
    heldMs: 4000,
    asideAt: null,
    asideMs: 3000,
  });
  expect(at(aside, ended(16), 9000)).toMatchObject({ heldMs: 5000, asideAt: null, asideMs: 4000 });
  expect(at(talk, { type: 'back' }, 5000)).toBeNull();
  expect(at(go(originated, ringing), { type: 'aside' }, 5000)).toBeNull();
});

describe('a call whose agent lost their line', () => {
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState =>
    stepAttempt(state, event, { ...timers, now }) ?? state;
  const talk = go(originated, ringing, answered, found, bridged);
  const lost = at(talk, { type: 'line-lost' }, 5000);

  test('holds for 20 seconds, and ends as connected with a farewell', () => {
    expect(lost).toMatchObject({ heldAt: 5000, lineLoss: { at: 5000, isResuming: false }, dueAt: 25_000 });
    expect(stepAttempt(lost, { type: 'due' }, { ...timers, now: 24_999 })).toBeNull();
    const over = at(lost, { type: 'due' }, 25_000);
    expect(over).toMatchObject({ state: 'bridged', endReason: 'line-lost' });
    expect(at(over, ended(16, 'us'), 31_000)).toMatchObject({ outcome: 'connected', heldMs: 26_000 });
  });
  test('is resumed by its agent alone: no hold, transfer or second loss changes it', () => {
    const to = { toUserId: 4, isLine: true, isBlind: false };
    for (const event of [
      { type: 'resume' },
      { type: 'hold' },
      { type: 'aside' },
      { type: 'line-lost' },
    ] as const)
      expect(stepAttempt(lost, event, { ...timers, now: 6000 })).toBeNull();
    expect(stepAttempt(lost, { type: 'transfer', to }, { ...timers, now: 6000 })).toBeNull();
    const back = at(lost, { type: 'line-resumed', isUp: true }, 9000);
    expect(back).toMatchObject({ heldAt: null, heldMs: 4000, lineLoss: null, endReason: null });
    expect(back.dueAt).toBe(talk.dueAt);
  });
  test('waits for the line when Resume is pressed first, and ends when none comes', () => {
    const pressed = at(lost, { type: 'line-resumed', isUp: false }, 20_000);
    expect(pressed).toMatchObject({ heldAt: 5000, lineLoss: { isResuming: true }, dueAt: 40_000 });
    expect(
      stepAttempt(pressed, { type: 'line-resumed', isUp: false }, { ...timers, now: 30_000 }),
    ).toBeNull();
    expect(at(pressed, { type: 'line-resumed', isUp: true }, 31_000)).toMatchObject({ lineLoss: null });
    expect(at(pressed, { type: 'due' }, 40_000)).toMatchObject({ endReason: 'line-lost' });
  });
  test('stays on hold for the agent’s other call, and leaves a transfer that still rings', () => {
    const aside = at(at(talk, { type: 'aside' }, 4000), { type: 'line-lost' }, 5000);
    const back = at(aside, { type: 'line-resumed', isUp: true }, 6000);
    expect(back).toMatchObject({ heldAt: 4000, asideAt: 4000, lineLoss: null });
    expect(at(aside, { type: 'back' }, 6000)).toMatchObject({ heldAt: 4000, asideAt: null });
    const to = { toUserId: 4, isLine: true, isBlind: false };
    const ringing = at(talk, { type: 'transfer', to }, 4000);
    expect(at(ringing, { type: 'line-lost' }, 5000)).toMatchObject({ transfer: null, heldAt: 4000 });
    const joined = at(ringing, { type: 'joined' }, 4500);
    expect(stepAttempt(joined, { type: 'line-lost' }, { ...timers, now: 5000 })).toBeNull();
  });
});

describe('a transferred call', () => {
  const talk = go(originated, ringing, answered, found, bridged);
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState =>
    stepAttempt(state, event, { ...timers, now }) ?? state;
  const to = { toUserId: 4, isLine: true, isBlind: false };
  const asked = at(talk, { type: 'transfer', to }, 5000);

  test('to an agent after a consultation: music, consultation, all three, then the second agent alone', () => {
    expect(asked).toMatchObject({
      state: 'bridged',
      heldAt: 5000,
      agentId: 3,
      transfer: { stage: 'ringing' },
    });
    const word = at(asked, { type: 'joined' }, 6000);
    expect(word).toMatchObject({ heldAt: 5000, agentId: 3, transfer: { stage: 'joined' } });
    const three = at(word, { type: 'resume' }, 8000);
    expect(three).toMatchObject({ heldAt: null, heldMs: 3000, agentId: 3 });
    expect(at(three, { type: 'handed' }, 9000)).toMatchObject({ agentId: 4, transfer: null, heldMs: 3000 });
  });
  test('blind: the first agent leaves when the second answers, and gets the borrower back without an answer', () => {
    const blind = at(talk, { type: 'transfer', to: { ...to, isBlind: true } }, 5000);
    expect(at(blind, { type: 'joined' }, 6000)).toMatchObject({ agentId: 4, heldAt: null, transfer: null });
    const late = 5000 + transferRingMs;
    expect(at(blind, { type: 'due' }, late)).toMatchObject({
      agentId: 3,
      heldAt: null,
      transfer: null,
      endReason: null,
    });
    expect(stepAttempt(asked, { type: 'handed' }, { ...timers, now: 6000 })).toBeNull();
  });
  test('to a telephone: it is connected alone, cannot be put on hold, and ends with the call', () => {
    const phone = { toUserId: null, isLine: false, isBlind: true };
    const alone = at(at(talk, { type: 'transfer', to: phone }, 5000), { type: 'joined' }, 6000);
    expect(alone).toMatchObject({ agentId: 3, heldAt: null, transfer: { stage: 'handed' } });
    for (const type of ['hold', 'returned', 'transfer'] as const)
      expect(stepAttempt(alone, { type, to: phone } as AttemptEvent, { ...timers, now: 7000 })).toBeNull();
    expect(at(alone, ended(16), 8000)).toMatchObject({ outcome: 'connected', transfer: null });
  });
});

test('in any order of events a call moves forward only, ends once, and is connected exactly when both spoke', () => {
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
        // Nobody is on hold who is not spoken with, and no longer than they are.
        if (state.heldAt !== null) expect(state.state).toBe('bridged');
        expect(state.heldMs).toBeLessThanOrEqual(now - (state.bridgedAt ?? now));
        // Its agent is with another only while music plays, and while nobody else is called in.
        if (state.asideAt !== null) expect([state.heldAt === null, state.transfer]).toEqual([false, null]);
        expect(state.asideMs ?? 0).toBeLessThanOrEqual(
          state.heldMs + (state.heldAt === null ? 0 : now - state.heldAt),
        );
        // Somebody is called in only while people speak; while they are waited for the first agent has the borrower.
        if (state.transfer !== null) expect(state.state).toBe('bridged');
        if (state.agentId !== before.agentId && before.agentId !== null)
          expect(before.transfer).toMatchObject({ isLine: true, toUserId: state.agentId });
        if (state.transfer?.stage === 'handed')
          expect([state.heldAt, state.transfer.isLine]).toEqual([null, false]);
        if (state.transfer?.stage === 'ringing' && state.endReason === null)
          expect(state.dueAt ?? Infinity).toBeLessThanOrEqual(now + transferRingMs);
        if (state.outcome !== null) expect(state.outcome === 'connected').toBe(state.bridgedAt !== null);
        // Without the agent's line the borrower hears hold music, and not for longer than agents may resume.
        if (state.lineLoss) {
          expect(state.state).toBe('bridged');
          expect(state.heldAt).not.toBeNull();
          if (state.endReason === null) expect(state.dueAt ?? Infinity).toBeLessThanOrEqual(now + lineLossMs);
        }
        // Something always follows by itself.
        if (state.state !== 'ended') expect(state.dueAt).not.toBeNull();
      }
    }),
  );
});
