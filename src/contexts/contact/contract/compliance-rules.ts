import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  clock,
  day,
  id,
  instant,
  nullable,
  number,
  object,
  optional,
  text,
} from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** What a rule limits: calling hours, contact caps, holidays, holds, and visit notices. */
export const ruleKinds = ['hours', 'cap', 'holiday', 'hold', 'notice'] as const;
export const contactChannels = ['any', 'call', 'message', 'visit'] as const;

const admins = { roles: adminRoles };
const change = z.record(z.string(), z.unknown());

/** Dated contact rules, per client and product; checked by every channel before it contacts a borrower. */
export const complianceRules = domain('compliance-rules', {
  ...master('/compliance-rules', {
    called: ['rule of contact', 'rules of contact'],
    draft: {
      kind: choice(ruleKinds),
      name: text({ max: 80 }),
      /** Without one the rule is for all clients, all products. */
      clientId: optional(nullable(id('clients'))),
      productType: optional(nullable(text({ max: 60 }))),
      fromDay: day(),
      untilDay: optional(nullable(day())),
      /** Hours of contact, Asia/Kolkata. */
      startsAt: optional(nullable(clock())),
      endsAt: optional(nullable(clock())),
      channel: optional(nullable(choice(contactChannels))),
      /** At most so many contacts of one borrower in so many days; of a notice, so many days before the visit. */
      most: optional(nullable(number({ min: 1, max: 100 }))),
      everyDays: optional(nullable(number({ min: 1, max: 31 }))),
      /** Duration of a hold unless released earlier; a deceased hold lasts a hundred years. */
      holdDays: optional(nullable(number({ min: 1, max: 36_500 }))),
    },
    shows: { client: nullable(object({ name: z.string() })) },
    flags: { list: admins, create: admins, edit: admins, dropdown: admins },
    filters: { kind: choice(ruleKinds) },
    active: true,
    sorts: ['kind', 'name', 'fromDay'],
  }),
  history: endpoint('GET /compliance-rules/:id/history', {
    about: 'Who changed a rule of contact, when, and what it said before.',
    can: admins,
    gives: { id: id(), at: instant(), who: z.string(), before: change, after: change },
    answer: 'rows',
  }),
});
