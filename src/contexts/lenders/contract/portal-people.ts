/** Client users of the portal: viewers read, approvers decide and manage users (decision 221). */
import * as z from 'zod/mini';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, email, flag, id, key, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

export const portalRoles = ['approver', 'viewer'] as const;
const sees = { roles: ['client'] } as const satisfies Access;
/** Speaks for the lender. */
export const decidesForLender = { roles: ['client'], any: ['decide_as_lender'] } as const satisfies Access;

const row = z.object({
  id: id('users'),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: choice(portalRoles),
  isActive: flag(),
  isInvited: flag(),
  /** The lender's contact on record: an approver, whom the lender's record alone changes. */
  isContact: flag(),
});

export const portalPeople = domain('portal-people', {
  list: list('GET /portal/people', {
    about: 'People of the lender who sign in to its portal.',
    can: sees,
    row,
    filters: { role: choice(portalRoles) },
  }),
  add: endpoint('POST /portal/people', {
    about: 'Adds somebody of the lender to its portal; they are invited by letter.',
    can: decidesForLender,
    takes: {
      firstName: text({ max: 60 }),
      lastName: text({ max: 60 }),
      email: email({ unique: true }),
      role: choice(portalRoles),
    },
    gives: row,
    errors: ['TAKEN', 'INVALID_INPUT'],
  }),
  edit: endpoint('PATCH /portal/people/:id', {
    about:
      'Makes somebody of the lender a viewer or an approver, or shuts them out; never oneself or the contact.',
    can: decidesForLender,
    takes: { id: key('users'), role: optional(choice(portalRoles)), isActive: optional(flag()) },
    gives: row,
    errors: ['NOT_FOUND', 'OWN_ACCOUNT'],
  }),
});
