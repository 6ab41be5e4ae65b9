/** What the facts about a borrower mean at a moment: the same on the server and on a phone without a network. Pure. */
import type { ClosedRule } from '#kernel/contract/contact-rules.ts';
import { dayInIndia, timeInIndia } from '#kernel/contract/india.ts';

const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** A hold beyond this date is endless. */
const forEver = '2100-01-01';
export const isForEver = (day: string): boolean => day >= forEver;

/** Why a contact is not allowed now, and the next allowed moment; null when there is none. */
export interface Block {
  code:
    | ClosedRule
    | 'do_not_call'
    | 'no_calls'
    | 'no_hours'
    | 'no_time'
    | 'rests'
    | 'capped'
    | 'closed'
    | 'hours'
    | 'avoided'
    | 'notice';
  reason?: string;
  until: string | null;
}
const weekAhead = 14;

/** From and until within a day, in India. */
export interface Span {
  from: string;
  until: string;
}

/** What limits the contact with a borrower. */
export interface ContactFacts {
  closed: ClosedRule | null;
  isDNC: boolean;
  hours: Span | null;
  closedOn: readonly string[];
  rest: { reason: string; until: string } | null;
  cappedUntil: string | null;
  /** Of a call: the borrower wants none. */
  noCalls?: boolean | undefined;
  /** Contact preferences: blocked times; missing in facts cached before this field existed. */
  avoid?: readonly Span[] | undefined;
  /** Of a visit requiring notice: the first day after it; none sent yet. */
  notice?: { from: string | null } | null | undefined;
}

/** First unblocked time within calling hours. */
function freeFrom({ hours, avoid = [] }: ContactFacts, clock: string): string | null {
  if (!hours) return null;
  let at = clock < hours.from ? hours.from : clock;
  for (const one of avoid.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
    if (one.from <= at && at < one.until) at = one.until;
  return at < hours.until ? at : null;
}

/** The next moment in which contact is allowed, not before this day; on the day itself not before this time. */
function opening(row: ContactFacts, from: string, clock = '00:00'): string | null {
  for (let n = 0, day = from; n < weekAhead; n += 1, day = dayAfter(day)) {
    const at = row.closedOn.includes(day) ? null : freeFrom(row, n === 0 ? clock : '00:00');
    if (at !== null) return new Date(`${day}T${at}:00+05:30`).toISOString();
  }
  return null;
}

export function blockOf(row: ContactFacts, now: Date): Block | null {
  const [today, clock] = [dayInIndia(now), timeInIndia(now)];
  if (row.closed) return { code: row.closed, until: null };
  if (row.isDNC) return { code: 'do_not_call', until: null };
  if (row.noCalls) return { code: 'no_calls', until: null };
  if (!row.hours) return { code: 'no_hours', until: null };
  // Preferences block all calling hours: no possible time until preferences or hours change.
  if (freeFrom(row, '00:00') === null) return { code: 'no_time', until: null };
  if (row.notice?.from === null) return { code: 'notice', until: null };
  if (row.rest && today <= row.rest.until)
    return {
      code: 'rests',
      reason: row.rest.reason,
      until: isForEver(row.rest.until) ? null : opening(row, dayAfter(row.rest.until)),
    };
  if (row.cappedUntil !== null && today < row.cappedUntil)
    return { code: 'capped', until: opening(row, row.cappedUntil) };
  if (row.notice?.from && today < row.notice.from)
    return { code: 'notice', until: opening(row, row.notice.from) };
  if (row.closedOn.includes(today)) return { code: 'closed', until: opening(row, dayAfter(today)) };
  if (clock < row.hours.from) return { code: 'hours', until: opening(row, today) };
  if (clock >= row.hours.until) return { code: 'hours', until: opening(row, dayAfter(today)) };
  if (freeFrom(row, clock) !== clock) return { code: 'avoided', until: opening(row, today, clock) };
  return null;
}
