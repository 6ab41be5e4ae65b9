/** Whether a borrower may be sent a link now, and how a link stands. Pure. */
import type { ClosedRule } from '#contract/contact-rules.ts';
import type { LinkState } from '#contract/payment-links.ts';

export interface Limits {
  hours: { from: string; until: string } | null;
  closedOn: readonly string[];
  rest: { until: string } | null;
  cappedUntil: string | null;
}
export interface Reason {
  why: ClosedRule | 'dnc' | 'closed' | 'hours' | 'rest' | 'capped';
  until?: string;
}

/** Why not, and from when on; undefined when they may. `day` and `time` are India's. */
export function reasonAgainst(
  loan: { closed: ClosedRule | null; isDnc: boolean },
  { hours, closedOn, rest, cappedUntil }: Limits,
  { day, time }: { day: string; time: string },
): Reason | undefined {
  if (loan.closed) return { why: loan.closed };
  if (loan.isDnc) return { why: 'dnc' };
  if (rest) return { why: 'rest' };
  if (closedOn.includes(day)) return { why: 'closed' };
  if (cappedUntil) return { why: 'capped', until: cappedUntil };
  if (!hours) return { why: 'hours' };
  if (time < hours.from || time >= hours.until) return { why: 'hours', until: hours.from };
  return undefined;
}

export interface Standing {
  paidAt: string | null;
  revokedAt: string | null;
  isReplaced: boolean;
  expiresAt: string;
  openedAt: string | null;
}
/** The last thing that happened to a link. */
export function stateOf(link: Standing, now: Date): LinkState {
  if (link.paidAt) return 'paid';
  if (link.revokedAt) return link.isReplaced ? 'replaced' : 'revoked';
  if (new Date(link.expiresAt) <= now) return 'expired';
  return link.openedAt ? 'opened' : 'sent';
}
