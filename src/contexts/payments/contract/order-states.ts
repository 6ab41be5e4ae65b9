/** How far a payment at a gateway has come. Its state only ever moves to the right. */
export const orderStates = ['initiated', 'pending', 'failed', 'success', 'reversed'] as const;
export type OrderState = (typeof orderStates)[number];
/** States reported by a gateway. */
export type ToldState = Exclude<OrderState, 'initiated'>;

/** What the specification calls it, on the result page and in lists. */
export const statusOf: Readonly<Record<OrderState, string>> = {
  initiated: 'initiated',
  pending: 'pending',
  failed: 'failed',
  success: 'success',
  reversed: 'reversed',
};
