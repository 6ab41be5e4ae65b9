import { awaitedStates } from '#contexts/loans/contract/payment-awaits.ts';

/** PTP states. A PTP on a loan closed in the meantime is not tracked (`void_inactive`). */
export const promiseStates = ['open', 'kept', 'part_kept', 'broken', 'void_inactive'] as const;
export type PromiseState = (typeof promiseStates)[number];

/** Displayed states: a PTP kept only by unconfirmed money shows why that money is pending. */
export const shownPromiseStates = [...promiseStates, ...awaitedStates] as const;
type ShownPromiseState = (typeof shownPromiseStates)[number];
export const shownStateIn = (state: string | null): ShownPromiseState | undefined =>
  shownPromiseStates.find((one) => one === state);

/** Tone of a status, for its colour. */
export const promiseMood: Readonly<Record<ShownPromiseState, 'good' | 'warn' | 'bad' | 'info' | 'plain'>> = {
  open: 'info',
  kept: 'good',
  part_kept: 'warn',
  broken: 'bad',
  void_inactive: 'plain',
  deposit_awaited: 'warn',
  confirmation_awaited: 'warn',
};
