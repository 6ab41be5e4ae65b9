/** How far a payment at a gateway has come. Its state only ever moves to the right. */
export const orderStates = ['initiated', 'pending', 'failed', 'success', 'reversed'] as const;
export type OrderState = (typeof orderStates)[number];
/** What a gateway can say. */
export type ToldState = Exclude<OrderState, 'initiated'>;
