import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LineHealth,
  type LineResult,
  type Lines,
  isOut,
  mostRefusals,
  newLine,
  recentMs,
  restore,
  stepLines,
  trip,
} from './breaker.ts';

const others = { calls: 0, answers: 0 };
const call = (
  lines: Lines,
  what: LineResult,
  at: number,
  more: Partial<Parameters<typeof stepLines>[1]> = {},
) => stepLines(lines, { what, at, trunkName: '1', callerIdName: '1600000001', others, ...more });
const fresh: Lines = { trunk: newLine, callerId: newLine };
const times = (n: number, lines: Lines, what: LineResult, more = {}): Lines =>
  Array.from({ length: n }).reduce<Lines>((now, _, i) => call(now, what, i, more), lines);

describe('ten rejected calls in a row', () => {
  test('trip the trunk, not the number, if nothing distinguishes them', () => {
    const nine = times(9, fresh, 'refused');
    expect([isOut(nine.trunk), nine.callerId && isOut(nine.callerId)]).toEqual([false, false]);
    const ten = call(nine, 'refused', 10);
    expect(ten.trunk).toMatchObject({ why: 'refused', outSince: 10, outUntil: 10 + 300_000 });
    expect(ten.callerId && isOut(ten.callerId)).toBe(false);
  });
  test('with several numbers trip the trunk, whichever number is the tenth', () => {
    const one = times(5, fresh, 'refused');
    const two = times(5, { ...one, callerId: newLine }, 'refused', { callerIdName: '1600000002' });
    expect(isOut(two.trunk)).toBe(true);
  });
  test('by several trunks trip the number, and clear trunks that rejected no other number', () => {
    const near = times(5, fresh, 'refused');
    const far = times(5, { trunk: newLine, callerId: near.callerId }, 'refused', { trunkName: '2' });
    expect(far.callerId).toMatchObject({ why: 'refused' });
    expect(far.trunk).toMatchObject({ outSince: null, refusedInRow: 0 });
  });
  test('trip the number if the trunk has just carried another number', () => {
    const used = times(1, fresh, 'answered', { callerIdName: '1600000002' });
    const after = times(10, { trunk: used.trunk, callerId: newLine }, 'refused');
    expect(isOut(after.trunk)).toBe(false);
    expect(after.callerId).toMatchObject({ why: 'refused' });
  });
  test('without a number trip the trunk', () => {
    const after = times(10, { trunk: newLine, callerId: null }, 'refused', { callerIdName: null });
    expect(isOut(after.trunk)).toBe(true);
  });
});

test('a trial call after the cool-down closes the breaker, or doubles the cool-down up to two hours', () => {
  const out: Lines = { trunk: trip(newLine, 'refused', 0), callerId: newLine };
  expect(call(out, 'answered', 299_999).trunk.outUntil).toBe(300_000);
  expect(isOut(call(out, 'unanswered', 300_000).trunk)).toBe(false);
  let { trunk } = call(out, 'refused', 300_000);
  expect(trunk).toMatchObject({ outSince: 0, outUntil: 900_000, trips: 2 });
  for (let i = 0; i < 10; i += 1)
    trunk = call({ trunk, callerId: null }, 'refused', trunk.outUntil ?? 0).trunk;
  expect((trunk.outUntil ?? 0) - (trunk.trippedAt ?? 0)).toBe(7_200_000);
});

/** Uniform random numbers from a seed (mulberry32). */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const hour = 3_600_000;
interface Floor {
  seed: number;
  trunks: number;
  hours?: number;
  perHour?: number;
  /** Probability that a call is answered or rejected, by hour and line. */
  answers: (hour: number, trunk: string, id: string) => number;
  refuses?: (hour: number, trunk: string, id: string) => number;
}
interface Trip {
  line: string;
  why: string | null;
  hour: number;
}
/** Simulates calls around the clock; a rejected call is rerouted to the next trunk. Returns which lines tripped. */
function simulate({ seed, trunks, hours = 24, perHour = 1500, answers, refuses = () => 0.01 }: Floor) {
  const draw = draws(seed);
  const names = Array.from({ length: trunks }, (_, i) => `t${i + 1}`);
  const ids = ['a', 'b', 'c'];
  const lines = new Map<string, LineHealth>([...names, ...ids].map((name) => [name, newLine]));
  const at = (name: string): LineHealth => lines.get(name) ?? newLine;
  const trips: Trip[] = [];
  const lost = new Map<string, number>();
  for (let n = 0; n < hours * perHour; n += 1) {
    const now = (n / perHour) * hour;
    const of = now / hour;
    const mayUse = (name: string): boolean => (at(name).outUntil ?? 0) <= now;
    const id = ids[Math.floor(draw() * 3)] ?? 'a';
    if (!mayUse(id)) continue;
    const first = Math.floor(draw() * trunks);
    for (let i = 0; i < trunks; i += 1) {
      const trunk = names[(first + i) % trunks] ?? '';
      if (!mayUse(trunk)) continue;
      const isRefused = draw() < refuses(of, trunk, id);
      const what = isRefused ? 'refused' : draw() < answers(of, trunk, id) ? 'answered' : 'unanswered';
      const rest = names.filter((name) => name !== trunk && !isOut(at(name)));
      const weight = (name: string): number => Math.exp(-(now - (at(name).carriedAt ?? 0)) / recentMs);
      const sum = (key: 'calls' | 'answers'): number =>
        rest.reduce((all, name) => all + at(name).recent[key] * weight(name), 0);
      const before = { trunk: at(trunk), callerId: at(id) };
      const others = { calls: sum('calls'), answers: sum('answers') };
      const after = stepLines(before, { what, at: now, trunkName: trunk, callerIdName: id, others });
      for (const [name, was, is] of [
        [trunk, before.trunk, after.trunk],
        [id, before.callerId, after.callerId],
      ] as const) {
        if (is && isOut(is) && !isOut(was)) trips.push({ line: name, why: is.why, hour: of });
        if (is) lines.set(name, is);
      }
      if (isRefused) lost.set(trunk, (lost.get(trunk) ?? 0) + (isOut(before.trunk) ? 0 : 1));
      else break;
    }
  }
  return { trips, lost };
}

describe('a simulated day', () => {
  const steady = () => 0.3;
  const rates = [0.3, 0.55, 0.15, 0.3, 0.2, 0.45];
  const jumps = (of: number): number => rates[Math.floor(of / 2) % rates.length] ?? 0.3;
  const low = () => 0.08;
  test.each([
    ['a steady answer rate', steady],
    ['an answer rate that jumps every two hours', jumps],
    ['few answers', low],
  ])('%s trips no line, with one trunk or two', (_, answers) => {
    for (const seed of [1, 2, 3, 4, 5, 6])
      for (const trunks of [1, 2]) expect(simulate({ seed, trunks, answers }).trips).toEqual([]);
  });
  test('trips a trunk that starts to reject after ten calls at most, and no other line', () => {
    for (const seed of [1, 2, 3]) {
      const refuses = (of: number, trunk: string): number => (of >= 2 && trunk === 't1' ? 1 : 0);
      const { trips, lost } = simulate({ seed, trunks: 2, hours: 2.2, answers: steady, refuses });
      expect(trips.map(({ line, why }) => ({ line, why }))).toEqual([{ line: 't1', why: 'refused' }]);
      expect(lost.get('t1')).toBeLessThanOrEqual(mostRefusals);
    }
  });
  test('trips a number that every trunk rejects, and leaves the trunks in service', () => {
    for (const seed of [1, 2, 3]) {
      const refuses = (of: number, _: string, id: string): number => (of >= 2 && id === 'b' ? 1 : 0);
      const { trips } = simulate({ seed, trunks: 2, hours: 2.08, answers: steady, refuses });
      expect(trips.map(({ line }) => line)).toEqual(['b']);
    }
  });
  test('a trunk with unanswered calls trips within 300 calls', () => {
    for (const seed of [1, 2, 3]) {
      const answers = (of: number, trunk: string): number => (of >= 4 && trunk === 't1' ? 0.02 : 0.3);
      const { trips } = simulate({ seed, trunks: 2, hours: 4.45, answers });
      expect(trips.map(({ line, why }) => ({ line, why }))).toEqual([{ line: 't1', why: 'answers' }]);
      expect(((trips[0]?.hour ?? 9) - 4) * 750).toBeLessThan(300);
    }
  });
});

test('for any reports the rejected total starts at zero, evidence is finite and a cool-down takes at most two hours', () => {
  const news = fc.record({
    what: fc.constantFrom<LineResult>('refused', 'answered', 'unanswered'),
    after: fc.integer({ min: 0, max: 4 * hour }),
    trunkName: fc.constantFrom('1', '2'),
    callerIdName: fc.constantFrom('a', 'b'),
    others: fc.record({ calls: fc.integer({ min: 0, max: 400 }), answers: fc.integer({ min: 0, max: 400 }) }),
  });
  fc.assert(
    fc.property(fc.array(news, { maxLength: 120 }), (all) => {
      let at = 0;
      let lines = fresh;
      for (const { after, ...one } of all) {
        at += after;
        lines = stepLines(lines, { ...one, at });
        for (const line of [lines.trunk, lines.callerId ?? newLine]) {
          expect(line.refusedInRow).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(line.evidence) && line.evidence >= 0).toBe(true);
          if (line.outUntil !== null)
            expect(line.outUntil - (line.trippedAt ?? 0)).toBeLessThanOrEqual(2 * hour);
          expect((line.outUntil === null) === (line.outSince === null)).toBe(true);
          expect((line.outUntil === null) === (line.why === null)).toBe(true);
          expect(isOut(restore(line))).toBe(false);
        }
      }
    }),
  );
});
