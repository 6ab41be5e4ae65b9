import { isFieldworker } from '../cache/cache.ts';

/** Whoever works in the field has numbers for cash before the network goes. */
export function renewNumbers(actorId: number | undefined): void {
  if (actorId === undefined || !isFieldworker()) return;
  import('./cash-numbers.ts').then(({ renewSoon }) => renewSoon(actorId), reportError);
}
