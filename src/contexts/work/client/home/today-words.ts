/** Text of a row's facts at a moment, in the user's language. */
import type { Block } from '#contexts/contact/contract/contact-block.ts';
import { type Reason, type TodayRow, bestHours, dayAfter } from '#contexts/work/contract/today-rules.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { paidOffText } from '#contexts/loans/text/en/paid-off.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { clockText, dateWords, dayWords, rupees, spansText } from '#kernel/ui/parts/values/format.ts';

const timeOf = (moment: string): string => clockText(moment).slice(11);

/** A callback shows the remaining time, while relevant. */
function callBackWords(at: string, now: Date): string {
  const minutes = Math.round((Date.parse(at) - now.getTime()) / 60_000);
  const said = say.reasons.followUpToday(timeOf(at));
  return minutes > 0 ? `${said} · ${say.inMinutes(minutes)}` : said;
}

export function reasonWords(reason: Reason, now: Date): string {
  const { reasons } = say;
  switch (reason.code) {
    case 'part_kept':
      return reasons.part_kept(rupees(reason.amount), dayWords(reason.dueOn, now), rupees(reason.received));
    case 'follow_up':
      return dayInIndia(reason.at) === dayInIndia(now)
        ? callBackWords(reason.at, now)
        : reasons.followUpMissed(dayWords(dayInIndia(reason.at), now));
    case 'new':
      return reasons.new(dayWords(dayInIndia(reason.since), now));
    case 'worked_today':
      return reasons.worked_today(reason.what);
    case 'never_reached':
      return reasons.never_reached(reason.attempts);
    case 'silent':
    case 'overdue':
      return reasons[reason.code](reason.days);
    default:
      return reasons[reason.code](rupees(reason.amount), dayWords(reason.dueOn, now));
  }
}

/** Short form for a row, where name and amount need most of the space. */
export const shortWords = (reason: Reason, now: Date): string =>
  reason.code === 'broken'
    ? say.reasons.brokenShort(rupees(reason.amount), dayWords(reason.dueOn, now))
    : reasonWords(reason, now);

/** Why planned work is cancelled. */
export const paidWords = ({ on, isSettled }: NonNullable<TodayRow['paidOff']>, now: Date): string =>
  paidOffText.over(dateWords(on, now), isSettled);

const isNear = (day: string, now: Date): boolean =>
  [dayAfter(dayInIndia(now), -1), dayInIndia(now), dayAfter(dayInIndia(now))].includes(day);

/** Why not now, and when it is possible again. */
export function blockWords({ code, reason, until }: Block, now: Date): string {
  const why = code === 'rests' ? say.blocks.rests(reason ?? '') : say.blocks[code];
  if (until === null) return why;
  const day = dayInIndia(until);
  const word = dayWords(day, now);
  return `${why}, ${say.again(isNear(day, now) ? word : say.onDay(word), timeOf(until))}`;
}

const half = (of: number): string => {
  const hour = of % 24;
  return say.hour(String(hour % 12 || 12), hour < 12);
};
/** 7 pm, 6:30 pm; the last minute of a day is its midnight. */
export function clockWords(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  if (hour >= 24 || (hour === 23 && minute === 59) || (hour === 0 && minute === 0)) return say.midnight;
  const at = `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
  return say.hour(at, hour < 12);
}
/** 5–7 pm, 11 am–1 pm. */
const spanWords = ({ from, until }: { from: number; until: number }): string =>
  from < 12 === until % 24 < 12
    ? half(until).replace(/\d+/u, `${from % 12 || 12}–$&`)
    : `${half(from)}–${half(until)}`;

/** Best hours to call, from past talks. */
export function hoursWords({ calls }: TodayRow): string | undefined {
  const best = bestHours(calls?.hours ?? []);
  if (!calls || !best) return undefined;
  return [say.answersBest(spanWords(best)), calls.talks > 0 && say.talks(calls.talks)]
    .filter(Boolean)
    .join(' · ');
}

/** How often they may still be contacted, and until when. */
export function contactWords({ contacts, hours, avoid = [] }: TodayRow): string | undefined {
  const said = [
    contacts && say.contacts(contacts.times, contacts.most, contacts.everyDays),
    avoid.length > 0 && say.avoids(spansText(avoid)),
    hours && say.callsUntil(clockWords(hours.until)),
  ].filter(Boolean);
  return said.length > 0 ? said.join(' · ') : undefined;
}

/** How late it is, in the colours of lateness. */
export const lateness = (dpd: number): 'bad' | 'warn' | 'plain' =>
  dpd > 90 ? 'bad' : dpd > 30 ? 'warn' : 'plain';
