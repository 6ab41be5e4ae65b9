/** Returns the data of a borrower's page for one loan from the device cache. Pure. */
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { type TodayRow, ofVisit } from '#contexts/work/contract/today-rules.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import type { FedLoan } from './shelves/loan-shelf.ts';

/** Answers valid only at their moment: cached ones would mislead. */
export const ofMoment: ReadonlySet<Endpoint> = new Set<Endpoint>([dialer.allowance, visits.allowance]);
const facts: ReadonlySet<Endpoint> = new Set<Endpoint>([
  loans.timeline,
  loans.contacts,
  loanHolds.list,
  ...ofMoment,
]);
export const isFact = (endpoint: Endpoint): boolean => facts.has(endpoint);

/** The loan of the query. */
export const askedLoan = (input: object): number => {
  const { id, loanId } = input as { id?: string; loanId?: number };
  return Number(loanId ?? id);
};

/** Undefined where the feed did not bring it, as that of an older server does not. */
export function factOf(endpoint: Endpoint, fed: Partial<FedLoan>, input: object, now = new Date()): unknown {
  // A hold expires on its last day, online or offline.
  if (endpoint === loanHolds.list)
    return fed.holds?.map((hold) => ({ ...hold, isNow: hold.untilDay >= dayInIndia(now) }));
  if (endpoint === loans.contacts) return fed.numbers;
  if (endpoint !== loans.timeline) return undefined;
  const { page = 1 } = input as Input<typeof loans.timeline>;
  return page === 1 ? fed.timeline : undefined;
}

type Allowance = WireRow<typeof dialer.allowance>;

/** Whether, and how often, a borrower may be contacted at a moment, by the facts of today's work. */
export function limitsOf(endpoint: Endpoint, row: TodayRow, now: Date): Allowance | undefined {
  if (!ofMoment.has(endpoint)) return undefined;
  const isVisit = endpoint === visits.allowance;
  const { code = null, reason = null, until = null } = blockOf(isVisit ? ofVisit(row) : row, now) ?? {};
  const { times = null, most = null, everyDays = null } = row.contacts ?? {};
  return {
    times,
    most,
    everyDays,
    since: null,
    by: [],
    rule: code,
    reason,
    until,
    ...(isVisit && row.visitNotice !== undefined && { notice: row.visitNotice }),
    avoid: row.avoid ?? [],
  };
}
