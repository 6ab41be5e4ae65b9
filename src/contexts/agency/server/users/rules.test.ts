import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Actor, rankOf, roleTypes } from '#kernel/contract/access.ts';
import {
  checkBirth,
  checkExtension,
  checkManaged,
  checkRole,
  checkSeniority,
  targetOf,
  typesIn,
} from './rules.ts';

const anyType = fc.constantFrom(...roleTypes);
const actorOf = (roleType: Actor['roleType']): Actor => ({
  id: 1,
  roleType,
  slug: roleType,
  flags: new Set(),
});
const isFine = (run: () => unknown): boolean => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};

describe('ranks', () => {
  test('only strictly lower users can be managed, and only strictly lower roles assigned', () => {
    fc.assert(
      fc.property(anyType, anyType, (own, other) => {
        const isBelow = rankOf(other) > rankOf(own);
        expect(isFine(() => checkManaged(actorOf(own), { id: 2, roleType: other }, false))).toBe(isBelow);
        expect(isFine(() => checkRole(actorOf(own), other))).toBe(isBelow && other !== 'client');
      }),
    );
  });
  test('self-deactivation is rejected with its specific message', () => {
    const own = { id: 1, roleType: 'admin' } as const;
    expect(() => checkManaged(actorOf('admin'), own, true)).toThrow('OWN_ACCOUNT');
    expect(() => checkManaged(actorOf('admin'), own, false)).toThrow('RANK_TOO_HIGH');
  });
  test('client users remain client users', () => {
    expect(() => checkRole(actorOf('system_admin'), 'agent', 'client')).toThrow('INVALID_INPUT');
  });
  test('a leader is never junior', () => {
    expect(() => checkSeniority('tech_lead', 'agent')).toThrow('INVALID_INPUT');
    expect(() => checkSeniority('agent', 'tech_lead')).not.toThrow();
  });
});

describe('an extension', () => {
  const agent = { roleType: 'agent', extensionNumber: 1001, isActive: true } as const;
  test('is needed by active agents only', () => {
    expect(() => checkExtension({ ...agent, extensionNumber: null })).toThrow('INVALID_INPUT');
    expect(() => checkExtension({ ...agent, extensionNumber: null, isActive: false })).not.toThrow();
    expect(() => checkExtension({ ...agent, roleType: 'manager', extensionNumber: null })).not.toThrow();
  });
  test('is required while the agent is active', () => {
    expect(() => checkExtension({ ...agent, extensionNumber: 1002 }, agent)).toThrow('INVALID_INPUT');
    expect(() => checkExtension({ ...agent, extensionNumber: null, isActive: false }, agent)).not.toThrow();
    const gone = { ...agent, extensionNumber: null, isActive: false };
    expect(() => checkExtension({ ...agent, extensionNumber: 1002 }, gone)).not.toThrow();
  });
});

test('a birth date in the future is rejected', () => {
  expect(() => checkBirth('2026-03-18', '2026-03-17')).toThrow('DATE_IN_FUTURE');
  expect(() => checkBirth('2026-03-17', '2026-03-17')).not.toThrow();
});

test('a target is a single value for the current month', () => {
  const today = '2026-03-17';
  const now = { month: 3, year: 2026 };
  expect(targetOf({}, today)).toBeUndefined();
  expect(targetOf({ target: null }, today)).toEqual({ ...now, amount: null });
  expect(targetOf({ target: 500 }, today)).toEqual({ ...now, amount: 500 });
  expect(targetOf({ targets: [{ ...now, amount: 700 }] }, today)).toEqual({ ...now, amount: 700 });
  expect(() => targetOf({ targets: [{ month: 2, year: 2026, amount: 700 }] }, today)).toThrow(
    'INVALID_INPUT',
  );
});

test('role types may be spelled as the specification does', () => {
  expect(typesIn(undefined)).toBeUndefined();
  expect(typesIn('agent,TeamLead')).toEqual(['agent', 'tech_lead']);
  expect(() => typesIn('agent,')).toThrow('INVALID_INPUT');
});
