/** No-dues letters: at the loan, and in the lender's portal. */
import * as z from 'zod/mini';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { day, flag, id, instant, nullable, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

const lender = { roles: ['client'] } as const satisfies Access;

const letter = z.object({
  id: id('no-dues-letters'),
  number: z.string(),
  loanNumber: z.string(),
  borrower: z.string(),
  /** A paid settlement; else paid in full. */
  isSettled: flag(),
  paid: rupees(),
  paidOn: day(),
  issuedAt: instant(),
  /** Revocation time, after the payment was reversed. */
  revokedAt: nullable(instant()),
  /** URL of the complete letter; viewers of the loan may share it. */
  url: z.string(),
});

export const noDues = domain('no-dues', {
  ofLoan: endpoint('GET /settlement/no-dues', {
    about: 'No-dues letters of a loan, the latest first.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: letter,
    answer: 'rows',
  }),
  ofLender: list('GET /portal/no-dues', {
    about: 'No-dues letters of a lender’s loans, for its portal.',
    can: lender,
    row: letter,
    filters: { isRevoked: flag() },
  }),
});
