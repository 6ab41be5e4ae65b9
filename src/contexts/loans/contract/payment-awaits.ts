/** Pending steps of reported money: `Unpaid` alone would deny it. */
import { choice, nullable } from '#kernel/contract/field.ts';

export const awaitedStates = ['deposit_awaited', 'confirmation_awaited'] as const;
export type Awaited = (typeof awaitedStates)[number];
/** Of a loan on which nothing confirmed was paid; null without reported money. */
export const paymentAwaits = nullable(choice(awaitedStates));
