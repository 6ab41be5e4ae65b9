import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openShares } from './shares.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Requests as they are begun, by name; each ends when told. */
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

it('gives an agency the whole while nobody else asks', () => {
  const { ask, begun } = desk();
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  expect(begun).toHaveLength(4);
});

it('lets an agency that asks for much wait for itself, and the others for nobody', () => {
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

it('comes down to its few when others ask again', () => {
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

it('has the whole again some seconds after the others asked last', () => {
  const { ask, begun } = desk();
  ask('b', 'b1');
  vi.advanceTimersByTime(2001);
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  expect(begun).toHaveLength(4);
});

it('holds nobody up for what is slow', () => {
  const { ask, begun } = desk();
  ask('b', 'b1');
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  vi.advanceTimersByTime(250);
  expect(begun.slice(-2)).toEqual(['a3', 'a4']);
});

it('never begins for who is gone, and counts nothing twice', () => {
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
