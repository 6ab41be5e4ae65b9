import { expect, test } from 'vitest';
import { type Scene, decide, pacingDefaults, ratioFor } from './decide.ts';
import { type PacingMemory, freshMemory, learn, restoredMemory } from './memory.ts';

const scene = (over: Partial<Scene> = {}): Scene => ({
  free: 0,
  waiting: 0,
  ringing: [],
  busy: [],
  today: { answers: 0, abandons: 0 },
  hour: { answers: 0, abandons: 0 },
  ...over,
});
const settings = pacingDefaults;
const progressive = { ...settings, mode: 'progressive' as const };
const talking = (agents: number, elapsedS: number) =>
  Array.from({ length: agents }, () => ({ stage: 'talk' as const, elapsedS }));
const after = (memory: PacingMemory, answers: number, abandoned: boolean): PacingMemory => {
  let next = memory;
  for (let i = 0; i < answers; i++)
    next = learn(next, { type: 'reached', abandoned, targetAbandon: settings.targetAbandon });
  return next;
};

test('every free agent without a call gets one, and busy agents get none in that mode', () => {
  expect(decide(freshMemory(), scene({ free: 5, ringing: [3] }), progressive)).toMatchObject({
    dial: 4,
    cancel: 0,
    restraint: 'progressive',
  });
  expect(decide(freshMemory(), scene({ busy: talking(20, 200) }), progressive).dial).toBe(0);
});

test('progressive dialing cancels calls whose agent left', () => {
  expect(decide(freshMemory(), scene({ free: 1, ringing: [2, 4, 9] }), progressive).cancel).toBe(2);
});

test('predictive dialing calls ahead of agents, and cancels no call', () => {
  const busy = talking(20, 120);
  const bold = { ...freshMemory(), logThreshold: Math.log(0.15) };
  expect(decide(bold, scene({ free: 2, busy }), settings).dial).toBeGreaterThan(2);
  expect(decide(freshMemory(), scene({ ringing: [1, 2, 3], busy }), settings)).toMatchObject({
    cancel: 0,
    restraint: null,
  });
});

test('a queue caller uses the agent of a further call', () => {
  const free = { free: 3, busy: talking(5, 60) };
  const none = decide(freshMemory(), scene(free), settings).dial;
  expect(decide(freshMemory(), scene({ ...free, waiting: 3 }), settings).dial).toBeLessThan(none);
});

test('ringing calls never pass the ratio', () => {
  const bold = { ...freshMemory(), logThreshold: Math.log(0.3) };
  const { dial } = decide(bold, scene({ free: 4 }), { ...settings, maxRatio: 1 });
  expect(dial).toBe(4);
});

test('above the daily abandon limit only free agents get calls; the rate uses at least two hundred answers', () => {
  const busy = talking(20, 120);
  const dayOf = (answers: number, abandons: number) =>
    decide(freshMemory(), scene({ free: 2, busy, today: { answers, abandons } }), settings);
  expect(dayOf(400, 13)).toMatchObject({ dial: 2, restraint: 'day-figure' });
  expect(dayOf(400, 12).restraint).toBeNull();
  expect(dayOf(60, 7).restraint).toBe('day-figure');
  expect(dayOf(60, 6).restraint).toBeNull();
});

test('an hour with more than its share of abandoned calls is dialled with less risk, the next one is not', () => {
  const hourOf = (answers: number, abandons: number) =>
    decide(freshMemory(), scene({ busy: talking(20, 120), hour: { answers, abandons } }), settings).threshold;
  expect(hourOf(100, 3)).toBe(hourOf(0, 0));
  expect(hourOf(100, 5)).toBeLessThan(hourOf(100, 4));
  expect(hourOf(100, 4)).toBeLessThan(hourOf(200, 4));
});

test('a lower answer rate means more calls per agent, at least one and at most the limit', () => {
  expect(ratioFor(0.1, 10)).toBeCloseTo(9);
  expect(ratioFor(0.3, 10)).toBeCloseTo(3);
  expect(ratioFor(0.05, 10)).toBe(10);
  expect(ratioFor(0.1, 4)).toBe(4);
  expect(ratioFor(1, 10)).toBe(1);
});

test('drops lower the threshold until only free agents get calls; answers raise it again to a limit', () => {
  const careful = after(freshMemory(), 13, true);
  expect(decide(careful, scene({ free: 1 }), settings)).toMatchObject({ dial: 1, restraint: 'threshold' });
  expect(decide(after(careful, 600, false), scene({ free: 1 }), settings).restraint).toBeNull();
  expect(Math.exp(after(careful, 10_000, false).logThreshold)).toBeCloseTo(0.3);
});

test('what was learned survives being stored; what cannot be read is a fresh start', () => {
  let memory = freshMemory();
  memory = learn(memory, { type: 'answered', afterS: 7.4 });
  memory = learn(memory, { type: 'failed', afterS: 300 });
  memory = learn(memory, { type: 'talked', seconds: 0 });
  memory = learn(memory, { type: 'wrapped', seconds: 20 });
  expect(restoredMemory(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
  expect(restoredMemory({ version: 1, logThreshold: 'x' })).toEqual(freshMemory());
  expect(restoredMemory(null)).toEqual(freshMemory());
});

test('calls and talks far longer than any seen promise nothing and break nothing', () => {
  const strange = scene({
    free: 1,
    ringing: [500, -3],
    busy: [{ stage: 'wrap', elapsedS: 1e7 }, ...talking(2, 1e7)],
  });
  const { dial, risk } = decide(freshMemory(), strange, settings);
  expect(Number.isInteger(dial)).toBe(true);
  expect(risk).toBeGreaterThanOrEqual(0);
});
