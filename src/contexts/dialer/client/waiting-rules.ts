/** How often an agent's console asks why no call comes. Pure. */
import type { WaitingReason } from '#contexts/dialer/contract/waiting.ts';

/** A start of the campaign is published; the hopper that is filled a moment later is not. */
const usually = 10_000;
/** Leads are prepared within seconds: a reason that ends so soon is not shown longer than it is true. */
const soon = 1000;

export const askAgainIn = (reason: WaitingReason | undefined): number =>
  reason === 'filling' ? soon : usually;
