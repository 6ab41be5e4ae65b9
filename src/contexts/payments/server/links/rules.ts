/** State of a link. Pure. */
import type { LinkState } from '#contexts/payments/contract/pay/payment-links.ts';

export interface LinkStanding {
  paidAt: string | null;
  revokedAt: string | null;
  isReplaced: boolean;
  /** Revoked because the loan was paid off. */
  isOver: boolean;
  expiresAt: string;
  openedAt: string | null;
}
/** Latest event of a link. */
export function stateOf(link: LinkStanding, now: Date): LinkState {
  if (link.paidAt) return 'paid';
  if (link.revokedAt) return link.isReplaced ? 'replaced' : link.isOver ? 'over' : 'revoked';
  if (new Date(link.expiresAt) <= now) return 'expired';
  return link.openedAt ? 'opened' : 'sent';
}
