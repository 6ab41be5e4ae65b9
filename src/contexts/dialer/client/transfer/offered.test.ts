import { expect, test } from 'vitest';
import { isTeamOff, offeredIn } from './offered.ts';

const nobody = { people: [], teams: [], numbers: [], lead: null };
const team = { id: 7, name: 'Asha', free: 2, ready: 0 };

test('the sheet shows nothing as missing while loading or with a target', () => {
  expect(offeredIn(undefined)).toMatchObject({ isEmpty: false, hasChoice: false });
  expect(offeredIn(nobody)).toMatchObject({ isEmpty: true, hasChoice: false });
  expect(offeredIn({ ...nobody, lead: { id: 1, name: 'Lead' } })).toMatchObject({
    isEmpty: false,
    hasChoice: false,
  });
  expect(offeredIn({ ...nobody, numbers: [{ id: 1, name: 'Branch' }] })).toMatchObject({ hasChoice: true });
});

test('the sheet accepts a team alone and lets the user choose the mode', () => {
  expect(offeredIn({ ...nobody, teams: [team] })).toMatchObject({ isEmpty: false, hasChoice: true });
});

test('the sheet allows a blind transfer to a team only with a ready agent', () => {
  expect(isTeamOff(team, true)).toBe(true);
  expect(isTeamOff(team, false)).toBe(false);
  expect(isTeamOff({ ...team, ready: 1 }, true)).toBe(false);
});
