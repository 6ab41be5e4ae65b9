import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type RequestFacts,
  type Decider,
  type PolicyStep,
  covers,
  requestFactsOf,
  isEligible,
  placeIn,
  routeOf,
  rulingOf,
  waivedOf,
} from './rules.ts';

const step = (o: Partial<PolicyStep> & { id: number }): PolicyStep => ({
  roleType: null,
  userId: null,
  substituteId: null,
  maxWaiver: null,
  maxWaiverTotal: null,
  maxAmount: null,
  maxDays: null,
  maxCount: null,
  hours: 24,
  exceptLine: false,
  ...o,
});
const lead = step({ id: 1, roleType: 'tech_lead', maxWaiver: 20, maxAmount: 5_000_000 });
const manager = step({ id: 2, roleType: 'manager', maxWaiver: 35, maxDays: 180, substituteId: 9 });
const chief = step({ id: 3, userId: 7, exceptLine: true });
const steps = [lead, manager, chief];
const none = { makers: [], line: [] };
const facts = (o: Partial<RequestFacts>): RequestFacts => ({
  amount: 4_000_000,
  waiver: 0,
  waiverTotal: 0,
  days: 30,
  count: 0,
  ...o,
});
const aLead: Decider = { id: 1, roleType: 'tech_lead' };
const aManager: Decider = { id: 2, roleType: 'manager' };
const root: Decider = { id: 3, roleType: 'system_admin' };

test('a waiver is measured to the paisa, and on the total where there is no principal', () => {
  expect(waivedOf(10_000_000, 6_500_000)).toBe(3500);
  expect(waivedOf(10_000_000, 6_499_999)).toBe(3501);
  expect(waivedOf(0, 1)).toBe(0);
  expect(waivedOf(100, 200)).toBe(0);
  expect(requestFactsOf({ amount: 50, pos: 0, tos: 100, days: 1 })).toEqual({
    amount: 50,
    waiver: 5000,
    waiverTotal: 5000,
    days: 1,
    count: 0,
  });
});

test('the route starts with the first covering step and continues through the backup approvers', () => {
  const ids = (o: Partial<RequestFacts>) =>
    routeOf(steps, facts(o)).map((s) => `${s.step.id}${s.isSubstitute ? 's' : ''}`);
  expect(ids({ waiver: 2000 })).toEqual(['1', '2', '2s', '3']);
  expect(ids({ waiver: 2001 })).toEqual(['2', '2s', '3']);
  expect(ids({ waiver: 3500, days: 181 })).toEqual(['3']);
  expect(ids({ waiver: 0, amount: 5_000_001 })).toEqual(['2', '2s', '3']);
  expect(routeOf([lead], facts({ waiver: 2001 }))).toEqual([]);
  // Unknown DPD exceed every limit of days.
  expect(ids({ waiver: 2001, days: null })).toEqual(['3']);
});

test('decides immediately below the limit, escalates above it, and rejects above every limit', () => {
  const asked = (person: Decider, waiver: number, more = {}) =>
    rulingOf({ steps, facts: facts({ waiver }), person, conflict: none, ...more });
  expect(asked(aLead, 2000)).toEqual({ is: 'decides' });
  expect(asked(aLead, 2001)).toEqual({ is: 'passes' });
  expect(asked(aManager, 2000)).toEqual({ is: 'decides' });
  // Rank is no authority: only what the policy names.
  expect(asked(root, 2000)).toEqual({ is: 'passes' });
  expect(asked({ id: 7, roleType: 'admin' }, 9000)).toEqual({ is: 'decides' });
  expect(
    rulingOf({ steps: [lead], facts: facts({ waiver: 2001 }), person: aManager, conflict: none }),
  ).toEqual({
    is: 'refused',
    why: 'nobody',
  });
  expect(
    rulingOf({ steps: undefined, facts: facts({ waiver: 9000 }), person: root, conflict: none }),
  ).toEqual({
    is: 'decides',
  });
});

test("a backup approver becomes eligible after the step's hours, even when named", () => {
  const sub: Decider = { id: 9, roleType: 'supervisor' };
  const asked = (more: object) =>
    rulingOf({ steps, facts: facts({ waiver: 3000 }), person: sub, conflict: none, ...more }).is;
  expect(asked({})).toBe('passes');
  expect(asked({ passed: ['2', '2s'] })).toBe('decides');
});

test('an edited policy skips no step: a request references its step, not a number', () => {
  const route = routeOf(steps, facts({ waiver: 3000 }));
  expect(placeIn(route, [], 'next')).toBe(0);
  expect(placeIn(route, ['2'], 'next')).toBe(1);
  // A step was added before: the manager's backup approver is still next.
  const more = routeOf([step({ id: 8, userId: 5, substituteId: 6 }), ...steps], facts({ waiver: 3000 }));
  expect(placeIn(more, ['2'], 'next')).toBe(3);
  expect(placeIn(more, ['2', '2s'], 'here')).toBe(3);
  // The new step's backup approver must pass its hours, whatever the progress of the request.
  const sub = { steps: [step({ id: 8, userId: 5, substituteId: 9 })], facts: facts({}), conflict: none };
  const person: Decider = { id: 9, roleType: 'supervisor' };
  expect(rulingOf({ ...sub, person, passed: ['2', '2s', '3'] }).is).toBe('passes');
  // Replaced steps start from the first.
  expect(placeIn(routeOf([step({ id: 20, userId: 5 })], facts({})), ['2', '2s'], 'next')).toBe(0);
});

test("a maker never decides, nor a step that excludes the maker's line", () => {
  const person: Decider = { id: 7, roleType: 'manager' };
  const asked = (conflict: { makers: number[]; line: number[] }, waiver: number) =>
    rulingOf({ steps, facts: facts({ waiver }), person, conflict });
  expect(asked({ makers: [7], line: [] }, 0)).toEqual({ is: 'refused', why: 'own' });
  expect(asked({ makers: [1], line: [7] }, 9000)).toEqual({ is: 'passes' });
  // The manager's step does not exclude lines.
  expect(asked({ makers: [1], line: [7] }, 3000)).toEqual({ is: 'decides' });
});

test('every approver belongs to a step that covers the facts, under any policy', () => {
  const percent = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null });
  const who = fc.integer({ min: 1, max: 5 });
  const anyStep = fc
    .record({
      id: who,
      roleType: fc.option(fc.constantFrom('tech_lead', 'manager', 'admin', 'asker'), { nil: null }),
      user: who,
      substituteId: fc.option(who, { nil: null }),
      maxWaiver: percent,
      maxWaiverTotal: percent,
      maxAmount: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
      maxDays: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
      maxCount: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
      hours: who,
      exceptLine: fc.boolean(),
    })
    .map(
      ({ user, ...one }): PolicyStep =>
        ({ ...one, userId: one.roleType === null ? user : null }) as PolicyStep,
    );
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 4 }),
      fc.record({
        amount: fc.integer({ min: 0, max: 120 }),
        waiver: fc.integer({ min: 0, max: 10_000 }),
        waiverTotal: fc.integer({ min: 0, max: 10_000 }),
        days: fc.option(fc.integer({ min: 0, max: 120 }), { nil: null }),
        count: fc.integer({ min: 0, max: 120 }),
      }),
      fc.record({ id: who, roleType: fc.constantFrom('tech_lead', 'manager', 'admin', 'system_admin') }),
      fc.record({ makers: fc.array(who, { maxLength: 2 }), line: fc.array(who, { maxLength: 2 }) }),
      fc.subarray(['1s', '2s', '3s', '4s', '5s']),
      (policy, asked, person, conflict, passed) => {
        const ruling = rulingOf({
          steps: policy,
          facts: asked,
          person: person as Decider,
          conflict,
          passed,
        });
        if (ruling.is !== 'decides') return;
        expect(conflict.makers).not.toContain(person.id);
        const names = policy.filter(
          (one) =>
            covers(one, asked) &&
            [false, true].some((isSubstitute) =>
              isEligible({ step: one, isSubstitute }, person as Decider, conflict),
            ),
        );
        expect(names.length).toBeGreaterThan(0);
      },
    ),
    { seed: 20_261_123, numRuns: 2000 },
  );
});
