/** Poll interval for the reason why an agent gets no call. Pure. */
import type { WaitingReason } from '#contexts/dialer/contract/waiting.ts';

/** A start of the campaign is published; the hopper that is filled a moment later is not. */
const usualMs = 10_000;
/** Reasons that last less than this are not shown, because leads are prepared within seconds. */
const soonMs = 1000;

export const pollIntervalOf = (reason: WaitingReason | undefined): number =>
  reason === 'filling' ? soonMs : usualMs;
