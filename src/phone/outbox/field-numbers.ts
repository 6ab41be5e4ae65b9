import { isFieldworker } from '../cache/cache.ts';

/** Renews receipt numbers of field users before the network is lost. */
export function renewNumbers(actorId: number | undefined): void {
  if (actorId === undefined || !isFieldworker()) return;
  import('./cash/cash-numbers.ts').then(({ renewSoon }) => renewSoon(actorId), reportError);
}
