import { describe, expect, test } from 'vitest';
import type { AttemptState } from './attempt/attempt.ts';
import { type AttemptEvent, stepAttempt } from './attempt/attempt-state.ts';
import { transferRingMs } from './talk-state.ts';

const timers = { now: 1000, ringMs: 25_000, patienceMs: 2000 };
const talk: AttemptState = {
  placedBy: 'campaign',
  state: 'bridged',
  agentId: 3,
  outcome: null,
  cause: null,
  endedBy: null,
  endReason: null,
  progressAt: null,
  ringingAt: 1000,
  answeredAt: 1000,
  bridgedAt: 1000,
  endedAt: null,
  dueAt: 3_601_000,
  heldAt: null,
  heldMs: 0,
  asideAt: null,
  asideMs: null,
  transfer: null,
  lineLoss: null,
  lineLosses: 0,
};
const before = (state: AttemptState['state']): AttemptState => ({ ...talk, state, bridgedAt: null });
const ended = (cause: number | null, by: 'far' | 'network' | 'us' = 'far'): AttemptEvent => ({
  type: 'ended',
  cause,
  by,
});

test('a call is on hold from hold to resume, or to its end', () => {
  const at = (state: AttemptState, type: 'hold' | 'resume', now: number): AttemptState | null =>
    stepAttempt(state, { type }, { ...timers, now });
  const held = at(talk, 'hold', 5000);
  expect(held).toMatchObject({ state: 'bridged', heldAt: 5000, heldMs: 0 });
  if (!held) return;
  expect(at(held, 'hold', 6000)).toBeNull();
  expect(at(held, 'resume', 7500)).toMatchObject({ heldAt: null, heldMs: 2500 });
  expect(stepAttempt(held, { type: 'ended', cause: 16, by: 'far' }, { ...timers, now: 9000 })).toMatchObject({
    heldAt: null,
    heldMs: 4000,
  });
  for (const early of ['claimed', 'answered', 'queued'] as const)
    expect(at(before(early), 'hold', 5000)).toBeNull();
  expect(at(talk, 'resume', 5000)).toBeNull();
});

test('the first of two calls plays music until its agent swaps, and cannot be transferred', () => {
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState | null =>
    stepAttempt(state, event, { ...timers, now });
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
  expect(at(before('ringing'), { type: 'aside' }, 5000)).toBeNull();
});

describe('a call with a lost agent line', () => {
  const at = (state: AttemptState, event: AttemptEvent, now: number): AttemptState =>
    stepAttempt(state, event, { ...timers, now }) ?? state;
  const lost = at(talk, { type: 'line-lost' }, 5000);

  test('is on hold for 20 seconds, then closes as connected with a farewell', () => {
    expect(lost).toMatchObject({ heldAt: 5000, lineLoss: { at: 5000, isResuming: false }, dueAt: 25_000 });
    expect(stepAttempt(lost, { type: 'due' }, { ...timers, now: 24_999 })).toBeNull();
    const over = at(lost, { type: 'due' }, 25_000);
    expect(over).toMatchObject({ state: 'bridged', endReason: 'line-lost' });
    expect(at(over, ended(16, 'us'), 31_000)).toMatchObject({ outcome: 'connected', heldMs: 26_000 });
  });
  test('is resumed only by its agent: hold, transfer and a second loss are ignored', () => {
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
  test('resumes when the line arrives after Resume, and closes without one', () => {
    const pressed = at(lost, { type: 'line-resumed', isUp: false }, 20_000);
    expect(pressed).toMatchObject({ heldAt: 5000, lineLoss: { isResuming: true }, dueAt: 40_000 });
    expect(
      stepAttempt(pressed, { type: 'line-resumed', isUp: false }, { ...timers, now: 30_000 }),
    ).toBeNull();
    expect(at(pressed, { type: 'line-resumed', isUp: true }, 31_000)).toMatchObject({ lineLoss: null });
    expect(at(pressed, { type: 'due' }, 40_000)).toMatchObject({ endReason: 'line-lost' });
  });
  test('remains on hold for the agent’s other call, and cancels a ringing transfer', () => {
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
  test('is blind: the first agent leaves when the second answers, and gets the borrower again without an answer', () => {
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
  test('reaches a telephone: connected alone, never on hold, closed with the call', () => {
    const phone = { toUserId: null, isLine: false, isBlind: true };
    const alone = at(at(talk, { type: 'transfer', to: phone }, 5000), { type: 'joined' }, 6000);
    expect(alone).toMatchObject({ agentId: 3, heldAt: null, transfer: { stage: 'handed' } });
    for (const type of ['hold', 'returned', 'transfer'] as const)
      expect(stepAttempt(alone, { type, to: phone } as AttemptEvent, { ...timers, now: 7000 })).toBeNull();
    expect(at(alone, ended(16), 8000)).toMatchObject({ outcome: 'connected', transfer: null });
  });
});
