import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { id, instant } from '#kernel/contract/field.ts';
import { paidOff } from '#contexts/loans/contract/paid-off.ts';

export const callBacks = endpoint('GET /dialer/call-backs', {
  about: 'The next calls the caller has promised, the soonest first.',
  can: { roles: ['agent'] },
  gives: z.array(z.object({ loanId: id('loans'), borrower: z.string(), at: instant(), paidOff })),
});
