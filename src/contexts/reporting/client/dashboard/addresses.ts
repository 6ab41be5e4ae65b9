/** Links of dashboard figures: lists with rows adding up to the figure. Pure except for the day. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { today } from '#kernel/ui/parts/values/format.ts';

type Span = 'FTD' | 'MTD' | 'overAll';
const firstOfMonth = (): string => `${today().slice(0, 7)}-01`;
const lastOfMonth = (): string => {
  const [year = 0, month = 1] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};
/** Periods until today: later dates are excluded. */
const spans: Readonly<Record<Span, () => string>> = {
  FTD: () => `startDate=${today()}&endDate=${today()}`,
  MTD: () => `startDate=${firstOfMonth()}&endDate=${today()}`,
  // Without a first day the list defaults to this month.
  overAll: () => `startDate=2000-01-01&endDate=${today()}`,
};

export const paymentsIn = (type: 'realized' | 'unrealized', span: Span): string =>
  `/payment?type=${type.toUpperCase()}&${spans[span]()}`;

/** Figures of promises are of active loans. */
const promises = '/ptp?isActive=true';
/** PTPs of the month by sub-disposition; those without one have no separate list. */
export const promisesBy = (subId: number | null): string | undefined =>
  subId === null
    ? undefined
    : `${promises}&subdispositionIds=${subId}&startDate=${firstOfMonth()}&endDate=${lastOfMonth()}`;
/** By PTP date. */
export const promisesDue = (from: string, until?: string): string =>
  `${promises}&startDate=${from}${until ? `&endDate=${until}` : ''}`;
export const promisesIn = (span: Span): string =>
  span === 'overAll' ? promises : promisesDue(span === 'FTD' ? today() : firstOfMonth(), today());

export const outcomesOf = (title: keyof typeof dispositionIds): string =>
  `/disposition?dispositionIds=${dispositionIds[title]}&startDate=${firstOfMonth()}`;

export const loansWithStatus = (status: string): string =>
  `/borrowers?paymentStatus=${encodeURIComponent(status)}`;
export const loansWithHistory = (history: string): string =>
  `/borrowers?paymentHistoryStatus=${encodeURIComponent(history)}`;
export const loansAssigned = (isNew: boolean): string => `/borrowers?newAssigned=${isNew}`;
export const settlementsWith = (status: string): string => `/settlement?status=${status}`;
