import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RoleType, rankOf, roleTypes } from '#kernel/contract/access.ts';
import { viewsFor } from '#contexts/agency/contract/roles.ts';
import { checkHeld, checkParents, checkRank, slugOf } from './rules.ts';

const anyType = fc.constantFrom(...roleTypes);
const isFine = (run: () => void): boolean => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};

describe('ranks', () => {
  test('only strictly lower ranks can be changed', () => {
    fc.assert(
      fc.property(anyType, anyType, (own, other) => {
        expect(isFine(() => checkRank({ roleType: own }, other))).toBe(rankOf(other) > rankOf(own));
      }),
    );
  });
  test('Views of a new role cover lower ranks, except those of client users', () => {
    expect(viewsFor({ roleType: 'manager' })).toEqual([
      'supervisor',
      'authorized_officer',
      'tech_lead',
      'agent',
    ]);
    expect(viewsFor({ roleType: 'system_admin' })).not.toContain('client');
  });
});

test('parents are there and strictly more senior', () => {
  const role = (id: number, roleType: RoleType) => ({ id, slug: `r${id}`, roleType });
  const found = [role(1, 'manager'), role(2, 'tech_lead'), role(3, 'agent')];
  expect(() => checkParents('tech_lead', [1], found)).not.toThrow();
  expect(() => checkParents('tech_lead', [], found)).not.toThrow();
  for (const asked of [[2], [3], [1, 2], [99]])
    expect(() => checkParents('tech_lead', asked, found)).toThrow('INVALID_INPUT');
});

describe('slugs', () => {
  test.each([
    ['Field Manager', 'field_manager'],
    ['  Chef d’équipe -- Ouest ', 'chef_d_e_quipe_ouest'],
    ['वसूली', 'role'],
    ['System Admin', 'system_admin_2'],
    ['Agent', 'agent_3'],
  ])('%s', (name, slug) => {
    expect(slugOf(name, new Set(['agent', 'agent_2']))).toBe(slug);
  });
  test("excludes the system admin's, and is unique", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, others) => {
        const taken = new Set([...others, slugOf(name, new Set())]);
        const slug = slugOf(name, taken);
        expect(slug).not.toBe('system_admin');
        expect(taken.has(slug)).toBe(false);
      }),
    );
  });
});

test('only held permissions can be granted, except by the system admin', () => {
  const actor = { id: 1, roleType: 'admin', slug: 'admin', flags: new Set(['list_role']) } as const;
  expect(() => checkHeld(actor, ['list_role'])).not.toThrow();
  expect(() => checkHeld(actor, ['list_role', 'add_role'])).toThrow('NOT_HELD');
  expect(() => checkHeld({ ...actor, slug: 'system_admin' }, ['add_role'])).not.toThrow();
});
