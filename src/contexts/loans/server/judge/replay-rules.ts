/**
 * Judges late entries: one decision table for every command. Pure. Rejection precedes duplicate, duplicate precedes
 * review, and review precedes notices.
 */
import type { FailureCode } from '#kernel/contract/failure.ts';
import type { Notice, NoticeCode } from '#kernel/contract/outbox/sync-rows.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { FieldDifference } from '#kernel/server/http/delivery.ts';

/** State of the loan at the entry's arrival. */
export interface LoanNow {
  isActive: boolean;
  /** Nothing is owed any more. */
  isPaidOff: boolean;
  /** Closing time, if recorded. */
  closedAt: Date | null;
  isDnc: boolean;
  /** DNC time, if recorded. */
  dncSince: Date | null;
  /** The author sees it now, ... */
  isSeen: boolean;
  /** ... or did at the entry's time. */
  wasSeen: boolean;
}

/** What the command itself found out; only what concerns it. */
export interface Findings {
  /** A conversation or visit, to which do-not-call applies. */
  isContact?: boolean;
  ptpDate?: string | null;
  paymentDate?: string | null;
  master?: 'known' | 'retired' | 'unknown';
  /** Field with the unknown option. */
  masterField?: string;
  /** The author recorded an equal entry for the loan within ten minutes. */
  hasTwin?: boolean;
  /** A payment of this number that is there already. */
  paid?: { id: number; amount: number; wanted: number } | null;
  /** A settlement: it needs something that is owed. */
  needsDebt?: boolean;
  /** A settlement blocking another. */
  settlement?: 'open' | 'approved' | null;
  /** Above what may be settled for. */
  above?: FieldDifference | null;
  differences?: readonly FieldDifference[];
  /** Cash warnings: its number, a closed day, the agent's limits. */
  cash?: readonly NoticeCode[];
}

export interface Situation extends Findings {
  now: Date;
  effectiveAt: Date;
  /** Sent online: failures are returned immediately, and nothing is reviewed. */
  isLive: boolean;
  /** A team leader looked at it and let it through. */
  isReviewed: boolean;
  /** Null: it is not there any more. */
  loan: LoanNow | null;
  /** What the author knew: it was not to be called even then. */
  knewDnc: boolean;
}

type Judgement =
  | { verdict: 'APPLIED' | 'APPLIED_WITH_NOTICE'; notices: Notice[] }
  | { verdict: 'DUPLICATE_OF'; id: number }
  | { verdict: 'NEEDS_REVIEW'; reasons: NoticeCode[]; differences: FieldDifference[] }
  | { verdict: 'REJECTED'; code: FailureCode; field?: string; fault?: 'taken' | 'invalid' };

const oneDay = 86_400_000;

function refusalOf(s: Situation): { code: FailureCode; field?: string; fault?: 'taken' | 'invalid' } | null {
  if (!s.loan) return { code: s.isLive ? 'NOT_FOUND' : 'LOAN_GONE' };
  const mayWrite = s.loan.isSeen || (!s.isLive && s.loan.wasSeen) || s.isReviewed;
  if (!mayWrite) return { code: s.isLive ? 'NOT_FOUND' : 'NOT_YOURS' };
  if (s.ptpDate && s.ptpDate < businessDay(s.effectiveAt)) return { code: 'DATE_IN_PAST' };
  if (s.paymentDate && s.paymentDate > businessDay(new Date(s.now.getTime() + oneDay)))
    return { code: 'DATE_IN_FUTURE' };
  if (s.settlement === 'approved') return { code: 'ALREADY_SETTLED' };
  if (s.loan.isPaidOff && s.needsDebt) return { code: 'LOAN_PAID_OFF' };
  // A second open settlement is impossible even after a review; online it is rejected immediately.
  if (s.settlement === 'open' && (s.isLive || s.isReviewed)) return { code: 'SETTLEMENT_OPEN' };
  if (differs(s) && (s.isLive || s.isReviewed))
    return { code: 'TAKEN', field: 'transactionId', fault: 'taken' };
  if (s.master === 'unknown' && (s.isLive || s.isReviewed))
    return { code: 'INVALID_INPUT', field: s.masterField ?? '', fault: 'invalid' };
  if (s.isLive && s.differences?.length) return { code: 'CHANGED_MEANWHILE' };
  return null;
}

const differs = ({ paid }: Situation): boolean => Boolean(paid && paid.amount !== paid.wanted);

/** Written after the loan became do-not-call, on a device that did not know it yet. */
function wasForbidden({ loan, isContact, isLive, knewDnc, effectiveAt }: Situation): boolean {
  if (!loan?.isDnc || !isContact || isLive || knewDnc) return false;
  return loan.dncSince === null || effectiveAt >= loan.dncSince;
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);

function reviewOf(s: Situation): { reasons: NoticeCode[]; differences: FieldDifference[] } {
  const reasons: NoticeCode[] = [];
  const differences = [...(s.differences ?? [])];
  if (wasForbidden(s)) reasons.push('DNC_BEFORE');
  if (s.master === 'unknown') reasons.push('MASTER_UNKNOWN');
  if (s.paid && differs(s)) {
    reasons.push('PAYMENT_DIFFERS');
    differences.push({ field: 'amount', wanted: rupees(s.paid.wanted), found: rupees(s.paid.amount) });
  }
  if (s.settlement === 'open') reasons.push('SETTLEMENT_OPEN');
  if (s.above && !s.isLive) {
    reasons.push('ABOVE_MAXIMUM');
    differences.push(s.above);
  }
  if (s.differences?.length) reasons.push('CONTACT_DIFFERS');
  reasons.push(...(s.cash ?? []));
  return { reasons, differences };
}

function noticesOf(s: Situation): Notice[] {
  const { loan } = s;
  const notices: Notice[] = [];
  if (loan && !loan.isActive)
    notices.push({
      code: 'LOAN_INACTIVE',
      ...(loan.closedAt && { facts: { day: businessDay(loan.closedAt) } }),
    });
  if (loan && !loan.isSeen && loan.wasSeen) notices.push({ code: 'REASSIGNED' });
  if (loan?.isDnc && s.isContact) notices.push({ code: 'DNC_NOW' });
  if (s.ptpDate && s.ptpDate < businessDay(s.now)) notices.push({ code: 'PTP_PAST' });
  if (s.master === 'retired') notices.push({ code: 'MASTER_RETIRED' });
  if (s.hasTwin) notices.push({ code: 'POSSIBLE_DUPLICATE' });
  return notices;
}

export function judgementOf(s: Situation): Judgement {
  const refusal = refusalOf(s);
  if (refusal) return { verdict: 'REJECTED', ...refusal };
  if (s.paid && !differs(s) && !s.isLive) return { verdict: 'DUPLICATE_OF', id: s.paid.id };
  const review = reviewOf(s);
  if (review.reasons.length > 0 && !s.isReviewed) return { verdict: 'NEEDS_REVIEW', ...review };
  const notices = noticesOf(s);
  return { verdict: notices.length > 0 ? 'APPLIED_WITH_NOTICE' : 'APPLIED', notices };
}
