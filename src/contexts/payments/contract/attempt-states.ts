/** How far a payment at a gateway has come. Its state only ever moves to the right. */
export const attemptStates = ['initiated', 'pending', 'failed', 'success', 'reversed'] as const;
export type AttemptState = (typeof attemptStates)[number];
/** What a gateway can say. */
export type ToldState = Exclude<AttemptState, 'initiated'>;

/** What the specification calls it, on the result page and in lists. */
export const statusOf: Readonly<Record<AttemptState, string>> = {
  initiated: 'initiated',
  pending: 'pending',
  failed: 'failed',
  success: 'success',
  reversed: 'reversed',
};
