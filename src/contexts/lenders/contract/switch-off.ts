/** Dependents of a lender, a portfolio, a campaign or a user; shown before deactivation. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, ids, instant, key, optional } from '#kernel/contract/field.ts';

export const switchedOff = ['client', 'portfolio', 'campaign', 'user'] as const;

export const switchOff = domain('switch-off', {
  hangs: endpoint('GET /switch-off/:what/:id', {
    about: 'What still depends on a lender, portfolio, campaign or user before it is switched off.',
    can: { any: ['edit_client', 'edit_portfolio', 'edit_campaign', 'edit_user'] },
    takes: { what: choice(switchedOff) },
    gives: z.object({
      loans: z.int(),
      promises: z.int(),
      /** By name, the first of them. */
      campaigns: z.array(z.string()),
      campaignCount: z.int(),
      /** Who reports to a person. */
      people: z.int(),
      calls: z.int(),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  handOver: endpoint('POST /switch-off/user/:id/hand-over', {
    about:
      'Assigns a user’s active loans to others, in turn: the largest two hundred, and says how many are left.',
    can: 'edit_user',
    takes: {
      id: key('users'),
      userIds: ids('users', { min: 1, max: 50 }),
      /** Start of the first batch: loans assigned since are excluded. */
      begun: optional(instant()),
    },
    gives: z.object({
      changed: z.int(),
      /** Loans still assigned; repeat the request, starting with the next agent. */
      left: z.int(),
      begun: instant(),
    }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CERTIFICATE_EXPIRED'],
    touches: ['loans', 'today', 'users'],
  }),
});
