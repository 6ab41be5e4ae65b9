import { awaitedStates } from '#contexts/loans/contract/payment-awaits.ts';

/** What became of a promise. Nobody watches one that was made on a loan closed meanwhile. */
export const promiseStates = ['open', 'kept', 'part_kept', 'broken', 'void_inactive'] as const;
export type PromiseState = (typeof promiseStates)[number];

/** States on screens: a promise kept only by unconfirmed money shows why that money is pending. */
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
