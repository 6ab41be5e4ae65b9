/** What became of a promise. Nobody watches one that was made on a loan closed meanwhile. */
export const promiseStates = ['open', 'kept', 'part_kept', 'broken', 'void_inactive'] as const;
export type PromiseState = (typeof promiseStates)[number];

/** Tone of a status, for its colour. */
export const promiseMood: Readonly<Record<PromiseState, 'good' | 'warn' | 'bad' | 'info' | 'plain'>> = {
  open: 'info',
  kept: 'good',
  part_kept: 'warn',
  broken: 'bad',
  void_inactive: 'plain',
};
