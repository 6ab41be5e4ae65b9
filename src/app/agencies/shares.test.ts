import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openShares } from './shares.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Requests in order of start, by name; each finishes on command. */
function desk() {
  const enter = openShares(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const agencies = { a: {}, b: {} };
  return {
    begun,
    ask(agency: 'a' | 'b', name: string): void {
      const asker = new EventEmitter();
      ends.set(name, () => asker.emit('close'));
      enter(agencies[agency], asker, () => begun.push(name));
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

it('lets a single active agency use all slots', () => {
  const { ask, begun } = desk();
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  expect(begun).toHaveLength(4);
});

it('queues the excess requests of a busy agency without delaying the others', () => {
  const { ask, begun, end } = desk();
  ask('b', 'b1');
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  ask('b', 'b2');
  expect(begun).toEqual(['b1', 'a1', 'a2', 'b2']);
  end('a2');
  expect(begun.at(-1)).toBe('a3');
  end('a1');
  end('a3');
  expect(begun).toEqual(['b1', 'a1', 'a2', 'b2', 'a3', 'a4']);
});

it("returns to the agency's share when others become active", () => {
  const { ask, begun, end } = desk();
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  ask('b', 'b1');
  for (const name of ['a5', 'a6', 'a7']) ask('a', name);
  for (const name of ['a1', 'a2']) end(name);
  expect(begun.at(-1)).toBe('b1');
  end('a3');
  expect(begun.at(-1)).toBe('a5');
  ask('b', 'b2');
  end('a4');
  expect(begun.at(-1)).toBe('a6');
});

it('lets an agency use all slots again some seconds after the others become idle', () => {
  const { ask, begun } = desk();
  ask('b', 'b1');
  vi.advanceTimersByTime(2001);
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  expect(begun).toHaveLength(4);
});

it('a slow request delays no other agency', () => {
  const { ask, begun } = desk();
  ask('b', 'b1');
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  vi.advanceTimersByTime(250);
  expect(begun.slice(-2)).toEqual(['a3', 'a4']);
});

it('does not start a cancelled request and releases its slot once', () => {
  const { ask, begun, end } = desk();
  ask('b', 'b1');
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) ask('a', name);
  end('a3');
  vi.advanceTimersByTime(250);
  expect(begun).toEqual(['b1', 'a1', 'a2', 'a4', 'a5']);
  end('a1');
  end('a2');
  expect(begun).toHaveLength(5);
  end('a4');
  expect(begun.at(-1)).toBe('a6');
});
