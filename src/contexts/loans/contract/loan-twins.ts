/** Numbers from before that are one now: both rows stay until a person decides. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { choice, id, instant } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

export const twinKinds = ['loan', 'near-loan', 'payment'] as const;
const side = z.object({ id: id(), loanId: id('loans'), loanNumber: z.string(), name: z.string() });

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
};
