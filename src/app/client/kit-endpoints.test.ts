import { expect, test } from 'vitest';
import { kitEndpoints } from './kit-endpoints.ts';

const actor = { id: 1, slug: 'system_admin', flags: new Set<string>() };
/** Rows that come with the program, belong to another row, are loans, or are numbers of phones. */
const fixed = ['cities', 'dncLoans', 'extensions', 'states', 'subDispositions'];

test('each dropdown of a master leads an administrator to the screen that adds its rows', () => {
  const homeless = Object.keys(kitEndpoints.dropdowns).filter(
    (name) => !kitEndpoints.homeOf(name, undefined, { ...actor, roleType: 'system_admin' }),
  );
  expect(homeless.toSorted()).toEqual(fixed);
  expect(kitEndpoints.homeOf('users', 'campaignId', { ...actor, roleType: 'admin' })?.path).toBe(
    '/admin/mapping',
  );
});

test('users who cannot open that screen are not led to it', () => {
  expect(kitEndpoints.homeOf('clients', undefined, { ...actor, roleType: 'agent' })).toBeUndefined();
  expect(
    kitEndpoints.homeOf('clients', undefined, { ...actor, slug: 'admin', roleType: 'admin' }),
  ).toBeUndefined();
});
