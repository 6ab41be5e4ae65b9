import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptState } from '../engine/attempt/attempt.ts';
import { stepAttempt } from '../engine/attempt/attempt-state.ts';
import type { AgentState } from './agent.ts';
import { type AgentEvent, loggedIn, stepAgent } from './agent-state.ts';
import { heldBeside, turnsOf } from './two-calls.ts';

const settings = { now: 1000, wrapMaxMs: 5000 };
const go = (start: AgentState, ...events: AgentEvent[]): AgentState =>
  events.reduce((state, event) => stepAgent(state, event, settings) ?? state, start);
const talking = go(
  loggedIn(1, false),
  { type: 'leg-up' },
  { type: 'dial', attemptId: 1 },
  { type: 'bridged', attemptId: 1 },
);
const dialling = go(talking, { type: 'second', attemptId: 2 });
const both = go(dialling, { type: 'bridged', attemptId: 2 });
const over = (attemptId: number, wraps = true): AgentEvent => ({ type: 'call-ended', attemptId, wraps });
const said = (attemptId: number): AgentEvent => ({ type: 'said', attemptId });

describe('a second call of an agent', () => {
  test('starts only during a conversation on a permanent line, and once', () => {
    expect(dialling).toMatchObject({
      activity: 'RINGING',
      attemptId: 2,
      beside: { attemptId: 1, isOver: false },
    });
    const second = { type: 'second', attemptId: 3 } as const;
    const own = go(
      loggedIn(1, false, true),
      { type: 'dial', attemptId: 1 },
      { type: 'leg-up' },
      { type: 'bridged', attemptId: 1 },
    );
    for (const state of [loggedIn(1, false), go(talking, over(1)), dialling, both, own])
      expect(stepAgent(state, second, settings)).toBeNull();
    // The first call is over without a disposition.
    expect(stepAgent(go(both, over(1)), second, settings)).toBeNull();
  });
  test('is swapped with the first, as often as they like', () => {
    const swapped = go(both, { type: 'swap' });
    expect(swapped).toMatchObject({ activity: 'TALK', attemptId: 1, beside: { attemptId: 2 } });
    expect(go(swapped, { type: 'swap' })).toEqual(both);
    for (const state of [talking, dialling, go(both, over(1))])
      expect(stepAgent(state, { type: 'swap' }, settings)).toBeNull();
  });
  test('returns to the first call when over or unanswered, with its disposition due', () => {
    const back = { activity: 'TALK', attemptId: 1, beside: { attemptId: 2, isOver: true } };
    expect(go(dialling, over(2))).toMatchObject(back);
    expect(go(both, over(2))).toMatchObject(back);
    expect(go(both, said(2), over(2))).toMatchObject({ activity: 'TALK', attemptId: 1, beside: null });
    expect(go(both, over(2, false))).toMatchObject({ activity: 'TALK', attemptId: 1, beside: null });
  });
  test('continues when the first caller hangs up', () => {
    expect(go(both, over(1))).toMatchObject({ activity: 'TALK', attemptId: 2, beside: { isOver: true } });
    expect(go(dialling, over(1), over(2))).toMatchObject({ activity: 'WRAP', attemptId: 2 });
  });
  test('requires both dispositions in order, each with its time limit', () => {
    const first = go(both, { type: 'pause' }, over(2), over(1));
    expect(first).toMatchObject({ activity: 'WRAP', attemptId: 1, dueAt: 6000 });
    for (const done of [said(1), { type: 'due' } as const]) {
      const second = go(first, done);
      expect(second).toMatchObject({ activity: 'WRAP', attemptId: 2, beside: null, dueAt: 6000 });
      expect(go(second, said(2))).toMatchObject({ activity: 'NONE', mode: 'PAUSED', attemptId: null });
    }
    expect(go(both, over(2), said(2), over(1))).toMatchObject({ activity: 'WRAP', beside: null });
    expect(go(both, said(1), over(2), over(1))).toMatchObject({ activity: 'WRAP', attemptId: 2 });
  });
});

/** A bridged call. */
const through = (): AttemptState => ({
  placedBy: 'agent',
  state: 'bridged',
  agentId: 3,
  outcome: null,
  cause: null,
  endedBy: null,
  endReason: null,
  progressAt: null,
  ringingAt: null,
  answeredAt: 0,
  bridgedAt: 0,
  endedAt: null,
  dueAt: 3_600_000,
  heldAt: null,
  heldMs: 0,
  asideAt: null,
  asideMs: null,
  transfer: null,
  lineLoss: null,
  lineLosses: 0,
});
const isLive = (call: AttemptState | undefined): call is AttemptState => call?.state === 'bridged';

const turn = fc.oneof(
  fc.constantFrom('second', 'swap', 'hold', 'resume', 'pause', 'leg-dropped', 'leg-up', 'due'),
  fc.integer({ min: 1, max: 4 }).map((id) => ({ ends: id })),
  fc.integer({ min: 1, max: 4 }).map((id) => ({ says: id })),
);
test('in any order one call is active, the other on hold, and no time is counted twice', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 40 }), (turns) => {
      let now = 1000;
      let agent = talking;
      let made = 1;
      const calls = new Map([[1, through()]]);
      const tell = (id: number, event: Parameters<typeof stepAttempt>[1]): void => {
        const call = calls.get(id);
        const after = call && stepAttempt(call, event, { now, ringMs: 1, patienceMs: 1 });
        if (after) calls.set(id, after);
      };
      const move = (event: AgentEvent): void => {
        const before = agent;
        agent = stepAgent(agent, event, { ...settings, now }) ?? agent;
        for (const { id, type } of turnsOf(before, agent)) tell(id, { type });
      };
      for (const one of turns) {
        now += 1000;
        if (typeof one === 'object' && 'ends' in one) {
          const wasOn = isLive(calls.get(one.ends));
          tell(one.ends, { type: 'ended', cause: 16, by: 'far' });
          if (wasOn) move({ type: 'call-ended', attemptId: one.ends, wraps: true });
        } else if (typeof one === 'object') move({ type: 'said', attemptId: one.says });
        else if (one === 'second') {
          move({ type: 'second', attemptId: made + 1 });
          if (agent.attemptId !== made + 1) continue;
          made += 1;
          calls.set(made, { ...through(), bridgedAt: now });
          move({ type: 'bridged', attemptId: made });
        } else if (one === 'hold' || one === 'resume') {
          if (agent.attemptId !== null) tell(agent.attemptId, { type: one });
        } else move({ type: one });
        const live = [...calls].filter(([, call]) => isLive(call));
        const theirs = [agent.activity === 'TALK' ? agent.attemptId : null, heldBeside(agent)];
        expect(new Set(live.map(([id]) => id))).toEqual(new Set(theirs.filter((id) => id !== null)));
        for (const [id, call] of live) {
          expect(call.asideAt !== null).toBe(id !== agent.attemptId);
          if (call.asideAt !== null) expect(call.heldAt).not.toBeNull();
        }
        const spoken = [...calls.values()].map((call) => {
          const aside = (call.asideMs ?? 0) + (call.asideAt === null ? 0 : now - call.asideAt);
          return (call.endedAt ?? now) - (call.bridgedAt ?? now) - aside;
        });
        expect(spoken.reduce((all, ms) => all + ms, 0)).toBeLessThanOrEqual(now);
      }
    }),
  );
});
