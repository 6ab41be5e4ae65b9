/** Offers an agent once to cache their loans on this phone. */
import { isOnline } from '#kernel/client/calls/online.ts';
import { hasDeclinedPin, hasVault } from '#kernel/client/app/preferences.ts';
import { isFieldworker } from '../cache/cache.ts';
import type { Owner } from '../cache/owner/owner.ts';
import { askNow, putAsk } from './lock-state.ts';

/** The first screen is there and has been looked at. */
const pause = 2500;
const isPhone = (): boolean => matchMedia('(pointer: coarse) and (max-width: 899.98px)').matches;

export function offerPin({ id }: Owner): void {
  if (!isSecureContext || !isFieldworker() || hasVault() || hasDeclinedPin(id) || !isPhone()) return;
  setTimeout(() => {
    if (isOnline() && !hasVault() && askNow() === null) putAsk('offer');
  }, pause);
}
