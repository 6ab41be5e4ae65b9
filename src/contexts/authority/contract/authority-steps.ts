import { domain } from '#kernel/contract/endpoint.ts';
import {
  choice,
  flag,
  id,
  nullable,
  number,
  object,
  optional,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';
import { authorityKinds, stepRoles } from './rules.ts';
import * as z from 'zod/mini';

const named = nullable(object({ name: z.string() }));
const percentOf = () => optional(nullable(number({ min: 0, max: 100 })));

/** Policy steps: approvers by lender and portfolio, with limits. */
export const authoritySteps = domain(
  'authority-steps',
  master('/authority-steps', {
    called: ['step of authority', 'steps of authority'],
    draft: {
      name: text({ max: 80 }),
      kind: choice(authorityKinds),
      /** Without one the agency's policy, for lenders without a policy. */
      clientId: optional(nullable(id('clients'))),
      portfolioId: optional(nullable(id('portfolios'))),
      /** Lower positions are first. */
      place: number({ min: 1, max: 99 }),
      /** Either a role or one person. */
      deciderRole: optional(nullable(choice(stepRoles))),
      userId: optional(nullable(id('users'))),
      substituteId: optional(nullable(id('users'))),
      /** Of the principal, and of the total; nothing: no limit. */
      maxWaiver: percentOf(),
      maxWaiverTotal: percentOf(),
      maxAmount: optional(nullable(rupees({ min: 0 }))),
      maxDays: optional(nullable(number({ min: 0, max: 10_000 }))),
      maxCount: optional(nullable(number({ min: 0, max: 100_000_000 }))),
      /** Hours before escalation to the backup approver, and from there to the next step. */
      hours: number({ min: 1, max: 240 }),
      exceptLine: flag(),
    },
    shows: { client: named, portfolio: named, user: named, substitute: named },
    flags: {
      list: 'edit_authority',
      create: 'edit_authority',
      edit: 'edit_authority',
      dropdown: 'edit_authority',
    },
    filters: { kind: choice(authorityKinds), clientId: id('clients') },
    active: true,
    sorts: ['place', 'name'],
    touches: ['authority'],
  }),
);
