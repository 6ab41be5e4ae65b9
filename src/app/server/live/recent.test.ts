import { expect, test } from 'vitest';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { recentSignals } from './recent.ts';

const person = (id: number, roleType: ServerActor['roleType']) => ({ id, roleType }) as ServerActor;
const [agent, other, admin, portal] = [
  person(1, 'agent'),
  person(2, 'agent'),
  person(3, 'admin'),
  person(4, 'client'),
];

test('each client is notified of relevant changes since its page started loading', () => {
  let now = 100_000;
  const recent = recentSignals(() => now);
  now += 20_000;
  recent.hear({ stale: ['loans'], to: 'staff' });
  now += 20_000;
  recent.hear({ stale: ['tasks', 'today'], to: [1] });
  recent.hear({ progress: { user: 1, job: 7 } });
  now += 1000;
  const missed = (actor: ServerActor, age: number) => recent.missedBy(actor, age);
  expect(missed(agent, 2000)).toEqual({ stale: ['tasks', 'today'], jobs: [7] });
  expect(missed(agent, 12_000)).toEqual({ stale: ['loans', 'tasks', 'today'], jobs: [7] });
  expect(missed(other, 12_000)).toEqual({ stale: ['loans'], jobs: [] });
  expect(missed(admin, 2000)).toEqual({ stale: ['tasks', 'today'], jobs: [] });
  expect(missed(portal, 12_000)).toEqual({ stale: [], jobs: [] });
});

test('where it cannot know, everything may have changed', () => {
  let now = 0;
  const recent = recentSignals(() => now);
  now = 5000;
  const everything = { stale: ['*'], jobs: [] };
  // The node started later than the page.
  expect(recent.missedBy(agent, 6000)).toEqual(everything);
  now = 200_000;
  expect(recent.missedBy(agent, 40_000)).toEqual({ stale: [], jobs: [] });
  expect(recent.missedBy(agent, 61_000)).toEqual(everything);
  recent.lost();
  now += 20_000;
  expect(recent.missedBy(agent, 9000)).toEqual({ stale: [], jobs: [] });
  expect(recent.missedBy(agent, 15_000)).toEqual(everything);
  // Above its limit.
  for (let i = 0; i < 6000; i += 1) {
    now += 5;
    recent.hear({ stale: ['calls'], to: [2] });
  }
  expect(recent.missedBy(agent, 25_000)).toEqual(everything);
  expect(recent.missedBy(agent, 0)).toEqual({ stale: [], jobs: [] });
});
