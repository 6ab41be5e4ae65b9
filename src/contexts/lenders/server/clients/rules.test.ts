import { expect, test } from 'vitest';
import { namesOf } from '#contexts/agency/server/users/portal-users.ts';
import { checkOwner, checkPlace } from './rules.ts';

test('an owner is an active admin, manager or team lead', () => {
  for (const roleType of ['admin', 'manager', 'tech_lead'])
    expect(() => checkOwner({ isActive: true, roleType })).not.toThrow();
  for (const roleType of ['system_admin', 'supervisor', 'authorized_officer', 'agent', 'client'])
    expect(() => checkOwner({ isActive: true, roleType })).toThrow('INVALID_INPUT');
  expect(() => checkOwner({ isActive: false, roleType: 'admin' })).toThrow('INVALID_INPUT');
  expect(() => checkOwner(undefined)).toThrow('INVALID_INPUT');
});

test('a city must belong to the selected state', () => {
  expect(() => checkPlace(27, { hasState: true, stateOfCity: 27 })).not.toThrow();
  expect(() => checkPlace(27, { hasState: true, stateOfCity: 10 })).toThrow('INVALID_INPUT');
  expect(() => checkPlace(27, { hasState: true, stateOfCity: null })).toThrow('INVALID_INPUT');
  expect(() => checkPlace(99, { hasState: false, stateOfCity: null })).toThrow('INVALID_INPUT');
});

test('a contact’s name has a first and a last part', () => {
  expect(namesOf('Meera')).toEqual({ firstName: 'Meera', lastName: '' });
  expect(namesOf(' Meera  Rao Joshi ')).toEqual({ firstName: 'Meera', lastName: 'Rao Joshi' });
});
