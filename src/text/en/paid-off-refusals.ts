import { localised } from '../locale.ts';

/** Why a paid-off loan refuses an act: of the refusal, and beside the grey button. */
export const paidOffRefusals = localised('paid-off-refusals', {
  contact: 'The loan is paid off: nobody contacts the borrower any more',
  debt: 'The loan is paid off: nothing is left to promise or to settle.',
});
