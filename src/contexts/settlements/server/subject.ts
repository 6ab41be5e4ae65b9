/** Policy facts of a settlement. */
import { requestFactsOf } from '#contexts/authority/contract/rules.ts';
import type { Subject } from '#contexts/authority/server/slots.ts';
import type { LockedSettlement } from './change-store.ts';

export type AskedSettlement = Pick<LockedSettlement, 'id' | 'portfolioId' | 'assigneeId' | 'dpd'> & {
  offer: Pick<LockedSettlement['offer'], 'amount' | 'pos' | 'tos' | 'makers'>;
};
export const subjectOf = ({ id, portfolioId, assigneeId, dpd, offer }: AskedSettlement): Subject => ({
  kind: 'settlement',
  id,
  portfolioId,
  assigneeId,
  facts: requestFactsOf({ ...offer, days: dpd }),
  makers: offer.makers,
});
