/** Erasure of a borrower's personal data once its retention ended; amounts and payments stay. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { id, instant, key, text } from '#kernel/contract/field.ts';

export const erasure = {
  erase: endpoint('POST /borrowers/:id/erase', {
    about:
      'Erases who a borrower is: names, numbers, addresses, identity numbers, papers, recordings and what was written. Amounts and dates stay.',
    can: { roles: ['system_admin', 'admin'] },
    takes: { id: key('borrowers'), reason: text({ max: 200 }) },
    gives: z.object({ id: id('borrowers'), erasedAt: instant(), files: z.int() }),
    errors: ['NOT_FOUND', 'ERASE_LOAN_ACTIVE', 'ERASE_TOO_SOON', 'ERASE_HELD', 'ERASED_ALREADY'],
  }),
};
