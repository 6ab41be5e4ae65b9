import { localised } from '#text/locale.ts';

/** Loan holds. */
export const loanHoldsText = localised('loan-holds', {
  title: 'Holds',
  about: 'While it lasts, nobody contacts the borrower, about this or any other loan.',
  none: 'No hold on this loan.',
  place: 'Place a hold',
  end: 'End the hold',
  askEnd: (reason: string) => `End the hold “${reason}”? The loan goes back to work.`,
  rests: (day: string) => `Rests until ${day}`,
  reason: 'Reason',
  needReason: 'Please Select Reason',
  noReasons: 'There are no reasons for a hold. An administrator can add some to the rules of contact.',
  untilDay: 'Last day',
  untilHint: (days: number) => `At most ${days} days; left empty, all of them.`,
  note: 'Note',
  placed: 'Hold placed successfully',
  ended: 'Hold ended successfully',
  failed: 'Something went wrong!',
  days: (from: string, until: string) => `${from} to ${until}`,
  since: (from: string) => `Since ${from}`,
  endedBy: (who: string, when: string) => `ended by ${who}, ${when}`,
  over: 'Over',
});
