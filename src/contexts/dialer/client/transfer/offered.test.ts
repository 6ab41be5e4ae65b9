import { expect, test } from 'vitest';
import { isTeamOff, offeredIn } from './offered.ts';

const nobody = { people: [], teams: [], numbers: [], lead: null };
const team = { id: 7, name: 'Asha', free: 2, ready: 0 };

test('nothing is said to be missing before it is known, nor while somebody can be asked', () => {
  expect(offeredIn(undefined)).toMatchObject({ isEmpty: false, hasChoice: false });
  expect(offeredIn(nobody)).toMatchObject({ isEmpty: true, hasChoice: false });
  expect(offeredIn({ ...nobody, lead: { id: 1, name: 'Lead' } })).toMatchObject({
    isEmpty: false,
    hasChoice: false,
  });
  expect(offeredIn({ ...nobody, numbers: [{ id: 1, name: 'Branch' }] })).toMatchObject({ hasChoice: true });
});

test('a team alone is somebody, and how it goes there may be chosen', () => {
  expect(offeredIn({ ...nobody, teams: [team] })).toMatchObject({ isEmpty: false, hasChoice: true });
});

test('at once a call goes to a team only while somebody of it waits', () => {
  expect(isTeamOff(team, true)).toBe(true);
  expect(isTeamOff(team, false)).toBe(false);
  expect(isTeamOff({ ...team, ready: 1 }, true)).toBe(false);
});
