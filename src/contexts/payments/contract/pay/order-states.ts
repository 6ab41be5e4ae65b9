/** How far a payment at a gateway has come. Its state only ever moves to the right. */
export const orderStates = ['initiated', 'pending', 'failed', 'success', 'reversed'] as const;
export type OrderState = (typeof orderStates)[number];
/** States reported by a gateway. */
export type ToldState = Exclude<OrderState, 'initiated'>;
