/** Loans of the borrower an agent is on a call with. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { flag, id, nullable, number, rupees } from '#kernel/contract/field.ts';

/** Of the lender of the call, its loan first; `canOpen` is false for a loan assigned to another user. */
export const callLoans = endpoint('GET /dialer/call-loans', {
  about: 'All loans of the borrower on the caller’s present call, with their dues.',
  can: { roles: ['agent'] },
  gives: z.object({
    id: id('loans'),
    loanNumber: z.string(),
    totalOutstanding: rupees(),
    dpd: nullable(number()),
    canOpen: flag(),
  }),
  answer: 'rows',
});
