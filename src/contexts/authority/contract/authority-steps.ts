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

/** Steps of the policies: who decides what, of which lender and portfolio, up to which limits. */
export const authoritySteps = domain(
  'authority-steps',
  master('/authority-steps', {
    called: ['step of authority', 'steps of authority'],
    draft: {
      name: text({ max: 80 }),
      kind: choice(authorityKinds),
      /** Without one it is the agency's own, for lenders that have none. */
      clientId: optional(nullable(id('clients'))),
      portfolioId: optional(nullable(id('portfolios'))),
      /** Lower places are asked first. */
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
      /** Before it goes on to the substitute, and from there to the next step. */
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
