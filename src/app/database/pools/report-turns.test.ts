import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Lent } from '#kernel/server/database/database.ts';
import { openTurns } from './report-turns.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Reports of two agencies in order of start, such as `a1` for agency, user and number; each finishes on command. */
function office(most: number, connections = 3) {
  const open = openTurns(most, 5000);
  const desks = { a: open(connections), b: open(connections) };
  const begun: string[] = [];
  const lent = new Map<string, Lent>();
  return {
    begun,
    desks,
    async ask(agency: 'a' | 'b', who: number, name: string, fails = false): Promise<void> {
      const connect = (): Promise<Lent> => {
        begun.push(name);
        return fails ? Promise.reject(new Error('no database')) : Promise.resolve({ release() {} } as Lent);
      };
      void desks[agency].lend(who, connect).then(
        (one) => lent.set(name, one),
        () => undefined,
      );
      await vi.advanceTimersByTimeAsync(0);
    },
    async end(name: string): Promise<void> {
      lent.get(name)?.release();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('starts reports up to the limit, and the next when one finishes', async () => {
  const { ask, end, begun, desks } = office(2);
  for (const name of ['one', 'two', 'three', 'four']) await ask('a', 1, name);
  expect(begun).toEqual(['one', 'two']);
  expect(desks.a.waiting()).toBe(2);
  await end('two');
  expect(begun).toEqual(['one', 'two', 'three']);
  expect(desks.a.waiting()).toBe(1);
});

it('alternates between users, however many reports one user requests', async () => {
  const { ask, end, begun } = office(1);
  for (const name of ['much 1', 'much 2', 'much 3']) await ask('a', 1, name);
  await ask('a', 2, 'often 1');
  await ask('a', 3, 'once');
  await end('much 1');
  await ask('a', 2, 'often 2');
  await end('often 1');
  await end('once');
  await end('much 2');
  await end('often 2');
  expect(begun).toEqual(['much 1', 'often 1', 'once', 'much 2', 'often 2', 'much 3']);
});

it('limits one user to 100 queued reports without affecting others', async () => {
  const { ask, begun, desks, end } = office(1);
  for (let n = 0; n < 102; n += 1) await ask('a', 1, `much ${n}`);
  expect(desks.a.waiting()).toBe(100);
  const refused = desks.a.lend(1, () => Promise.reject(new Error('not asked for')));
  await expect(refused).rejects.toMatchObject({ code: 'BUSY' });
  await ask('a', 2, 'once');
  await end('much 0');
  expect(begun).toEqual(['much 0', 'once']);
});

it('scans the queue when a slot is free, not at each new request', async () => {
  let looks = 0;
  const connections = {
    valueOf() {
      looks += 1;
      return 3;
    },
  };
  const desk = openTurns(1)(connections as unknown as number);
  const lent: Lent[] = [];
  const ask = (who: number) =>
    desk.lend(who, () => Promise.resolve({ release() {} } as Lent)).then((one) => lent.push(one));
  for (let n = 0; n < 50; n += 1) void ask(n);
  await vi.advanceTimersByTimeAsync(0);
  expect([lent.length, looks]).toEqual([1, 1]);
  lent[0]?.release();
  await vi.advanceTimersByTimeAsync(0);
  expect([lent.length, looks]).toEqual([2, 50]);
});

it('alternates between agencies, however many users one has', async () => {
  const { ask, end, begun } = office(1);
  for (const who of [1, 2, 3]) await ask('a', who, `a${who}`);
  await ask('b', 1, 'b1');
  await ask('b', 1, 'b1 again');
  for (const name of ['a1', 'b1', 'a2', 'b1 again']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b1 again', 'a3']);
});

it('times out after some seconds and never exceeds the connections available', async () => {
  const { ask, begun } = office(1, 2);
  for (const name of ['a1', 'a2', 'a3']) await ask('a', 1, name);
  await vi.advanceTimersByTimeAsync(4999);
  expect(begun).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a1', 'a2']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toEqual(['a1', 'a2']);
  // A report waiting for its connection uses no slot.
  await ask('b', 1, 'b1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

it('releases one slot per report, however long it ran or if the database was missing', async () => {
  const { ask, end, begun } = office(1);
  await ask('a', 1, 'long');
  await vi.advanceTimersByTimeAsync(5000);
  await ask('a', 1, 'next');
  await end('long');
  await ask('a', 1, 'waits');
  expect(begun).toEqual(['long', 'next']);
  await ask('a', 2, 'broken', true);
  await end('next');
  expect(begun).toEqual(['long', 'next', 'broken', 'waits']);
});
