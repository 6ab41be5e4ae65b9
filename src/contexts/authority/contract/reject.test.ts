import { expect, test } from 'vitest';
import { mayReject } from './reject.ts';
import { type Decider, type PolicyStep, plainFacts } from './rules.ts';

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
const lead = step({ id: 1, roleType: 'tech_lead', maxWaiver: 20 });
const steps = [
  lead,
  step({ id: 2, roleType: 'manager', maxWaiver: 35, substituteId: 9 }),
  step({ id: 3, userId: 7 }),
];
const none = { makers: [], line: [] };
const facts = ({ waiver = 0 }: { waiver?: number }) => ({
  ...plainFacts({ amount: 4_000_000, days: 30 }),
  waiver,
});
const aLead: Decider = { id: 1, roleType: 'tech_lead' };
const aManager: Decider = { id: 2, roleType: 'manager' };
const root: Decider = { id: 3, roleType: 'system_admin' };

test('rejecting is for approvers, withdrawing for makers', () => {
  const may = (person: Decider, waiver: number, conflict = none, passed: string[] = []) =>
    mayReject({ steps, facts: facts({ waiver }), person, conflict, passed });
  expect(may(aLead, 2000)).toBe(true);
  expect(may(aLead, 2001)).toBe(false);
  expect(may(root, 2001)).toBe(false);
  expect(may(aLead, 2001, { makers: [1], line: [] } as never)).toBe(true);
  const sub: Decider = { id: 9, roleType: 'supervisor' };
  expect(may(sub, 3000)).toBe(false);
  expect(may(sub, 3000, none, ['2s'])).toBe(true);
  // With no eligible approver, any listed approver may still reject.
  const low = { steps: [lead], facts: facts({ waiver: 9000 }), conflict: none };
  expect(mayReject({ ...low, person: aLead })).toBe(true);
  expect(mayReject({ ...low, person: aManager })).toBe(false);
  expect(mayReject({ ...low, steps: undefined, person: aManager })).toBe(true);
});
