/** What a row of today's work means at a moment. Pure, and the same on the server and on a phone without a network. */
import type { z } from 'zod/mini';
import type { ContactFacts } from '#contexts/contact/contract/contact-block.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { type TodaySection, type todayRow, todaySections } from './today.ts';

export type TodayRow = z.input<typeof todayRow>;

/** A row is about calls: converts it for visits. */
export const ofVisit = (row: TodayRow): TodayRow & Pick<ContactFacts, 'notice'> => ({
  ...row,
  noCalls: false,
  cappedUntil: row.visitCappedUntil,
  notice: row.visitNotice,
});

const aDay = 86_400_000;
/** The calendar day in India of a moment. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * aDay).toISOString().slice(0, 10);

/** A broken promise without a disposition since. */
const isBroken = ({ broken, lastDispositionAt }: TodayRow): boolean =>
  broken !== null && (lastDispositionAt === null || dayInIndia(lastDispositionAt) <= broken.lapsesOn);
const isNew = ({ assignedAt, lastDispositionAt }: TodayRow): boolean =>
  assignedAt !== null && (lastDispositionAt === null || lastDispositionAt < assignedAt);

/** A disposition was recorded today. */
export const isWorked = ({ lastDispositionAt }: TodayRow, now: Date): boolean =>
  lastDispositionAt !== null && dayInIndia(lastDispositionAt) === dayInIndia(now);

export function sectionOf(row: TodayRow, now: Date): TodaySection {
  const today = dayInIndia(now);
  if (row.paidOff) return 'rest';
  if (isBroken(row)) return 'broken';
  if (row.followUpAt !== null && dayInIndia(row.followUpAt) <= today) return 'follow_up';
  if (row.promise !== null && row.promise.dueOn <= today) return 'promise';
  return isNew(row) ? 'new' : 'rest';
}

/** Sort within a section: latest broken, earliest due, newest; the others unless worked today. */
function placeOf(row: TodayRow, section: TodaySection, now: Date): number {
  const at = (moment: string | undefined | null): number => (moment ? Date.parse(moment) : 0);
  if (section === 'broken') return -at(row.broken?.lapsesOn);
  if (section === 'follow_up') return at(row.followUpAt);
  if (section === 'promise') return at(row.promise?.dueOn);
  if (section === 'new') return -at(row.assignedAt);
  if (row.paidOff) return 2;
  return isWorked(row, now) ? 1 : 0;
}

/** Rows in the order they are worked at this moment. */
export function inTurn(rows: readonly TodayRow[], now: Date): Placed[] {
  return rows
    .map((row) => {
      const section = sectionOf(row, now);
      return { row, section, place: placeOf(row, section, now) };
    })
    .toSorted(
      (a, b) =>
        todaySections.indexOf(a.section) - todaySections.indexOf(b.section) ||
        a.place - b.place ||
        b.row.totalOutstanding - a.row.totalOutstanding ||
        b.row.id - a.row.id,
    );
}

export interface Placed {
  row: TodayRow;
  section: TodaySection;
}
/** Lead time of a callback. */
const early = 15 * 60_000;

/** Complete for today: paid off, worked, or with a queued entry on this phone. */
export const isDone = ({ row, section }: Placed, now: Date, waiting: ReadonlySet<number>): boolean =>
  waiting.has(row.id) || Boolean(row.paidOff) || (section === 'rest' && isWorked(row, now));

/** Current row: the first incomplete one not scheduled for later today; preferably a contactable one. */
export function nextOf(
  placed: readonly Placed[],
  now: Date,
  o: { waiting: ReadonlySet<number>; mayContact: (row: TodayRow) => boolean },
): Placed | undefined {
  const open = placed.filter((one) => !isDone(one, now, o.waiting));
  const isLater = ({ row, section }: Placed): boolean =>
    section === 'follow_up' && row.followUpAt !== null && Date.parse(row.followUpAt) > now.getTime() + early;
  const present = open.filter((one) => !isLater(one));
  return present.find(({ row }) => o.mayContact(row)) ?? present[0] ?? open[0];
}

/** Why a loan is worked; the screen has the texts. */
export type Reason =
  | { code: 'broken'; amount: number; dueOn: string }
  | { code: 'part_kept'; amount: number; received: number; dueOn: string }
  | { code: 'follow_up'; at: string }
  | { code: 'promise_due' | 'promise_ahead'; amount: number; dueOn: string }
  | { code: 'new'; since: string }
  | { code: 'never_reached'; attempts: number }
  | { code: 'worked_today'; what: string }
  | { code: 'silent'; days: number }
  | { code: 'overdue'; days: number };

const longSilence = 7;
const mostReasons = 3;

/** The two hours in which a borrower answers most, from the hours of past talks; undefined while these are too few. */
export function bestHours(hours: readonly number[]): { from: number; until: number } | undefined {
  const inWindow = (from: number): number =>
    hours.filter((hour) => hour === from || hour === from + 1).length;
  const [best] = [...new Set(hours)].toSorted((a, b) => inWindow(b) - inWindow(a) || a - b);
  // Half of at least two talks: less is chance.
  if (best === undefined || hours.length < 2 || inWindow(best) < Math.max(2, hours.length / 2))
    return undefined;
  return { from: best, until: best + 2 };
}

function ofPromises(row: TodayRow, today: string): Reason[] {
  const found: Reason[] = [];
  const { broken, promise } = row;
  if (broken && isBroken(row))
    found.push(broken.received > 0 ? { code: 'part_kept', ...broken } : { code: 'broken', ...broken });
  if (row.followUpAt !== null && dayInIndia(row.followUpAt) <= today)
    found.push({ code: 'follow_up', at: row.followUpAt });
  if (promise) found.push({ code: promise.dueOn <= today ? 'promise_due' : 'promise_ahead', ...promise });
  return found;
}

/** Up to three plain reasons, the weightiest first. */
export function reasonsOf(row: TodayRow, now: Date): Reason[] {
  if (row.paidOff) return [];
  const found = ofPromises(row, dayInIndia(now));
  const { lastDispositionAt, lastDisposition, assignedAt, dpd, calls } = row;
  if (calls && calls.attempts > 0 && calls.hours.length === 0)
    found.push({ code: 'never_reached', attempts: calls.attempts });
  if (isNew(row) && assignedAt) found.push({ code: 'new', since: assignedAt });
  else if (lastDispositionAt !== null) {
    const days = Math.round((Date.parse(dayInIndia(now)) - Date.parse(dayInIndia(lastDispositionAt))) / aDay);
    if (days === 0) found.push({ code: 'worked_today', what: lastDisposition ?? '' });
    else if (days >= longSilence) found.push({ code: 'silent', days });
  }
  if (dpd !== null && dpd > 0) found.push({ code: 'overdue', days: dpd });
  return found.slice(0, mostReasons);
}
