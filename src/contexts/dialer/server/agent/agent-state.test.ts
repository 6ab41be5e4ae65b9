import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentState } from './agent.ts';
import { type AgentEvent, loggedIn, stepAgent, agentStatusOf } from './agent-state.ts';
import { type Interval, turned } from './intervals/intervals.ts';

const settings = { now: 1000, wrapMaxMs: 5000 };
const go = (start: AgentState, ...events: AgentEvent[]): AgentState =>
  events.reduce((state, event) => stepAgent(state, event, settings) ?? state, start);
const word = (state: AgentState): string => agentStatusOf(state, state.breakId === 7 ? 'Lunch' : null);
const fresh = loggedIn(1, true);
const waiting = go(fresh, { type: 'leg-up' }, { type: 'ready' });
const talking = go(waiting, { type: 'reserve', attemptId: 5 }, { type: 'bridged', attemptId: 5 });
const wrapping = go(talking, { type: 'call-ended', attemptId: 5, wraps: true });

describe('the agent has a published status', () => {
  test.each<[string, AgentState, string]>([
    ['after the first login of the day', fresh, 'First-login'],
    ['after a later one', loggedIn(1, false), 'IDLE'],
    ['ready without their own line', go(fresh, { type: 'ready' }), 'Ready'],
    ['in the pool', waiting, 'waiting'],
    ['when the pool gives them a call', go(waiting, { type: 'reserve', attemptId: 5 }), 'ringing'],
    ['in a talk', talking, 'on-call'],
    ['after a talk', wrapping, 'wrap-up'],
    ['when it is written down', go(wrapping, { type: 'said', attemptId: 5 }), 'waiting'],
    ['paused', go(waiting, { type: 'pause' }), 'IDLE'],
    ['on a break with a name', go(waiting, { type: 'break', breakId: 7 }), 'BREAK-LUNCH'],
    ['on a break without', go(waiting, { type: 'break', breakId: null }), 'Break'],
    ['when the break ends', go(waiting, { type: 'break', breakId: 7 }, { type: 'pause' }), 'IDLE'],
    ['logged out', go(waiting, { type: 'logout' }), 'logged-out'],
    ['whose line was let go because it reaches nobody', go(waiting, { type: 'leg-dropped' }), 'Ready'],
    ['when their line broke', go(waiting, { type: 'leg-lost' }), 'IDLE'],
    ['after one missed ring', go(waiting, { type: 'leg-missed' }), 'Ready'],
    ['after two', go(waiting, { type: 'leg-missed' }, { type: 'leg-missed' }), 'IDLE'],
    ['when nobody has heard of them', go(waiting, { type: 'away' }), 'IDLE'],
    ['a manual call out of idleness', go(loggedIn(1, false), { type: 'dial', attemptId: 5 }), 'ringing'],
    ['written down too late', go(wrapping, { type: 'due' }), 'IDLE'],
  ])('%s', (_, state, said) => expect(word(state)).toBe(said));
});

describe('agents keep a wish until the call is over', () => {
  test.each<[AgentEvent, string]>([
    [{ type: 'pause' }, 'IDLE'],
    [{ type: 'break', breakId: 7 }, 'BREAK-LUNCH'],
    [{ type: 'switch', campaignId: 9 }, 'waiting'],
  ])('$type', (event, after) => {
    const wishing = go(talking, event);
    expect(word(wishing)).toBe('on-call');
    const later = go(
      wishing,
      { type: 'call-ended', attemptId: 5, wraps: true },
      { type: 'said', attemptId: 5 },
    );
    expect(word(later)).toBe(after);
    expect(later.campaignId).toBe(event.type === 'switch' ? 9 : 1);
    expect(later.wish).toBeNull();
  });
  test('an agent who becomes ready again cancels the wish', () => {
    expect(
      word(
        go(talking, { type: 'pause' }, { type: 'ready' }, { type: 'call-ended', attemptId: 5, wraps: false }),
      ),
    ).toBe('waiting');
  });
  test('an agent who logs out during a call is off when it is over', () => {
    expect(word(go(talking, { type: 'logout' }, { type: 'call-ended', attemptId: 5, wraps: true }))).toBe(
      'logged-out',
    );
  });
});

test('an agent who disposes during the call gets no wrap-up', () => {
  const said = go(talking, { type: 'said', attemptId: 5 });
  expect(word(said)).toBe('on-call');
  expect(word(go(said, { type: 'call-ended', attemptId: 5, wraps: true }))).toBe('waiting');
});

test('an unanswered dialer call requires no disposition', () => {
  const rung = go(waiting, { type: 'reserve', attemptId: 5 });
  expect(word(go(rung, { type: 'call-ended', attemptId: 5, wraps: false }))).toBe('waiting');
});

const kinds = [
  'ready',
  'pause',
  'logout',
  'leg-up',
  'leg-lost',
  'leg-missed',
  'leg-dropped',
  'away',
  'due',
  'swap',
] as const;
const attempt = fc.integer({ min: 1, max: 3 });
const anyEvent: fc.Arbitrary<AgentEvent> = fc.oneof(
  fc.constantFrom(...kinds).map((type): AgentEvent => ({ type })),
  fc.option(fc.constant(7)).map((breakId): AgentEvent => ({ type: 'break', breakId })),
  fc.integer({ min: 1, max: 3 }).map((campaignId): AgentEvent => ({ type: 'switch', campaignId })),
  fc
    .tuple(fc.constantFrom('dial', 'reserve', 'bridged', 'said', 'second'), attempt)
    .map(([type, attemptId]): AgentEvent => ({ type, attemptId })),
  fc.tuple(attempt, fc.boolean(), fc.boolean()).map(([attemptId, wraps, isUnanswered]): AgentEvent => ({
    type: 'call-ended',
    attemptId,
    wraps,
    isUnanswered: isUnanswered && !wraps,
  })),
);

test('an agent with a lost line stays on the call until it is over', () => {
  const events = fc.constantFrom<AgentEvent['type']>(
    'leg-lost',
    'leg-broke',
    'leg-dropped',
    'leg-missed',
    'leg-up',
    'ready',
    'pause',
    'away',
    'due',
    'swap',
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 20 }), (types) => {
      const after = go(talking, { type: 'leg-lost' }, ...types.map((type) => ({ type }) as AgentEvent));
      expect(after).toMatchObject({ activity: 'TALK', attemptId: 5 });
      const over = go(after, { type: 'call-ended', attemptId: 5, wraps: true });
      expect(over).toMatchObject({ activity: 'WRAP', attemptId: 5 });
    }),
  );
});

describe('an agent whose phone is rung for each call', () => {
  const own = go(loggedIn(1, false, true), { type: 'ready' });
  const rung = go(own, { type: 'reserve', attemptId: 5 });
  const missed: AgentEvent = { type: 'call-ended', attemptId: 5, wraps: false, isUnanswered: true };
  test('is available without a line, and has one only during a call', () => {
    expect(word(own)).toBe('waiting');
    const spoken = go(rung, { type: 'leg-up' }, { type: 'bridged', attemptId: 5 });
    expect(spoken).toMatchObject({ isLegUp: true, activity: 'TALK' });
    const over = go(spoken, { type: 'call-ended', attemptId: 5, wraps: true });
    expect(over).toMatchObject({ isLegUp: false, activity: 'WRAP' });
    expect(word(go(over, { type: 'said', attemptId: 5 }))).toBe('waiting');
  });
  test('is retried after one missed call and paused after the second', () => {
    const once = go(rung, missed);
    expect(word(once)).toBe('waiting');
    const twice = go(once, { type: 'reserve', attemptId: 5 }, missed);
    expect(twice).toMatchObject({ missedLegs: 2 });
    expect(word(twice)).toBe('IDLE');
    expect(go(twice, { type: 'ready' })).toMatchObject({ missedLegs: 0, activity: 'POOL' });
    expect(go(once, { type: 'reserve', attemptId: 6 }, { type: 'leg-up' }).missedLegs).toBe(0);
  });
});

describe('whatever happens, in whatever order', () => {
  test('agents never wait without a line, have three calls, or a call while off, on break or idle', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.boolean(), (events, isPerCall) => {
        let state = loggedIn(1, true, isPerCall);
        for (const event of events) {
          const before = state;
          state = stepAgent(state, event, settings) ?? state;
          const isOnCall = ['RINGING', 'TALK', 'WRAP'].includes(state.activity);
          expect(isOnCall).toBe(state.attemptId !== null);
          if (state.activity === 'POOL') expect(state.mode).toBe('READY');
          if (state.activity === 'POOL' && !isPerCall) expect(state.isLegUp).toBe(true);
          if (state.mode === 'OFF') expect(state.activity).toBe('NONE');
          // A call is only replaced by none, by its second call, or by the first one.
          const { attemptId, beside } = state;
          if (before.attemptId !== null && attemptId !== null && attemptId !== before.attemptId)
            expect([before.beside?.attemptId, event.type === 'second' && event.attemptId]).toContain(
              attemptId,
            );
          if (beside !== null) expect([isOnCall, beside.attemptId === attemptId]).toEqual([true, false]);
          // A second call exists only in RINGING or TALK.
          if (beside && !beside.isOver) expect(['RINGING', 'TALK']).toContain(state.activity);
          if (state.wish !== null) expect(isOnCall).toBe(true);
          if (before.mode === 'OFF') expect(state).toEqual(before);
        }
      }),
    );
  });
  test('an event of another call does not change the agent', () => {
    fc.assert(
      fc.property(fc.constantFrom('bridged', 'said') as fc.Arbitrary<'bridged' | 'said'>, (type) => {
        for (const state of [fresh, waiting, talking, wrapping]) {
          expect(stepAgent(state, { type, attemptId: 99 }, settings)).toBeNull();
          expect(stepAgent(state, { type: 'call-ended', attemptId: 99, wraps: true }, settings)).toBeNull();
        }
      }),
    );
  });
  test('intervals touch, never overlap, and span login to logout for late events', () => {
    const moment = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, moment), { maxLength: 80 }), moment, (told, out) => {
        let state = loggedIn(1, true, out % 2 === 0);
        let shift: Interval[] = [{ ...label(state), startedAt: 500, endedAt: null }];
        for (const [event, at] of told) {
          if (event.type === 'logout') continue;
          state = stepAgent(state, event, settings) ?? state;
          shift = turned(shift, label(state), at);
        }
        shift = turned(shift, null, out);
        const last = shift.at(-1)?.endedAt ?? Number.NaN;
        const sum = shift.reduce((all, one) => all + (one.endedAt ?? Number.NaN) - one.startedAt, 0);
        expect(sum).toBe(last - 500);
        shift.slice(1).forEach((one, i) => expect(one.startedAt).toBe(shift[i]?.endedAt));
        for (const one of shift) expect(one.endedAt).toBeGreaterThanOrEqual(one.startedAt);
      }),
    );
  });
});
const label = (state: AgentState) => ({
  word: word(state),
  breakId: state.breakId,
  attemptId: state.attemptId,
  campaignId: state.campaignId,
});
