/** What waits for a second person, and what would happen to a request. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, nullable, number, optional, percent, rupees } from '#kernel/contract/field.ts';
import { authorityKinds, deciderRoles } from './rules.ts';

const limits = ['waiver', 'total', 'amount', 'days'] as const;
/** Why a step does not decide: its limit. */
export type LimitName = (typeof limits)[number];

const step = {
  name: z.string(),
  roleType: nullable(choice(deciderRoles)),
  /** Where it is one person. */
  person: z.nullable(z.string()),
};

export const authority = domain('authority', {
  bench: endpoint('GET /authority/bench', {
    about: 'Who would decide a request of this amount, waiver and age, by the policy in force.',
    can: 'edit_authority',
    takes: {
      kind: choice(authorityKinds),
      portfolioId: optional(id('portfolios')),
      amount: rupees({ min: 0 }),
      waiver: percent(),
      /** Of the total, where it differs. */
      waiverTotal: optional(percent()),
      days: number({ min: 0, max: 10_000 }),
    },
    gives: z.object({
      /** Whose policy it is; nothing where none is written. */
      policy: nullable(choice(['agency', 'lender', 'portfolio'])),
      /** Percent: what the portfolio gives up at most, whoever decides; null where it is not above. */
      aboveMost: z.nullable(z.number()),
      most: z.number(),
      /** In the order in which they are asked. */
      stations: z.array(
        z.object({ ...step, isSubstitute: flag(), hours: number(), exceptLine: flag(), people: number() }),
      ),
      /** Steps that do not decide it, each with the limit it is above. */
      below: z.array(z.object({ ...step, limit: choice(limits), most: z.number() })),
    }),
  }),
});
