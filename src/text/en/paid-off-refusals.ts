import { localised } from '../locale.ts';

/**
 * Why a paid-off loan rejects an act: in the failure, and at the disabled button. `contact` as in `contact-rules.ts`.
 */
export const paidOffRefusals = localised('paid-off-refusals', {
  contact: 'The loan is paid off: the borrower is no longer contacted',
  debt: 'The loan is paid off: nothing is left to settle.',
});
