import { localised } from '#text/locale.ts';

/** States of a promise, and what reported money waits for. */
export const promiseStatesText = localised('promise-states', {
  open: 'Open',
  kept: 'Kept',
  part_kept: 'Part-kept',
  broken: 'Broken',
  void_inactive: 'Not watched',
  deposit_awaited: 'Paid in cash, deposit awaited',
  confirmation_awaited: 'Reported paid, confirmation awaited',
});
