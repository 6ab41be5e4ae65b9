/** Numbers from before that are one now, or nearly: both rows stay until a person has looked at them. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, key, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

export const twinKinds = ['loan', 'near-loan', 'payment'] as const;
const side = z.object({
  id: id(),
  loanId: id('loans'),
  loanNumber: z.string(),
  name: z.string(),
  isActive: flag(),
  totalOutstanding: rupees(),
});

export const loanTwins = {
  twins: list('GET /loans/twins', {
    about: 'Loans and payments from before that are there twice under one number written in two ways.',
    can: { roles: adminRoles },
    row: z.object({
      id: id(),
      kind: choice(twinKinds),
      client: z.object({ name: z.string() }),
      written: z.string(),
      canonical: z.string(),
      row: side,
      other: side,
      foundAt: instant(),
    }),
    filters: { kind: choice(twinKinds) },
  }),
  twinsChecked: endpoint('POST /loans/twins/:id/checked', {
    about:
      'Takes two loans or payments off the list of possible duplicates; loans are remembered as different ones.',
    can: { roles: adminRoles },
    takes: { id: key('twins') },
    errors: ['NOT_FOUND'],
  }),
};
