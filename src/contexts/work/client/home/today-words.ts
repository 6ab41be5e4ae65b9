/** What the facts of a row say at a moment, in the reader's language. */
import type { Block } from '#contexts/contact/contract/contact-block.ts';
import { type Reason, dayAfter, dayOf } from '#contexts/work/contract/today-rules.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { clockText, dayText, money } from '#kernel/ui/parts/format.ts';

/** Whole rupees are written without paise: these are sentences, not accounts. */
const amount = (rupees: number): string => money(rupees).replace(/\.00$/, '');
const timeOf = (moment: string): string => clockText(moment).slice(11);

function dayWord(day: string, now: Date): string {
  const today = dayOf(now);
  if (day === today) return say.days.today;
  if (day === dayAfter(today, -1)) return say.days.yesterday;
  return day === dayAfter(today) ? say.days.tomorrow : dayText(day);
}

export function reasonWords(reason: Reason, now: Date): string {
  const { reasons } = say;
  switch (reason.code) {
    case 'part_kept':
      return reasons.part_kept(amount(reason.amount), dayWord(reason.dueOn, now), amount(reason.received));
    case 'follow_up':
      return dayOf(reason.at) === dayOf(now)
        ? reasons.followUpToday(timeOf(reason.at))
        : reasons.followUpMissed(dayWord(dayOf(reason.at), now));
    case 'new':
      return reasons.new(dayWord(dayOf(reason.since), now));
    case 'worked_today':
      return reasons.worked_today(reason.what);
    case 'silent':
    case 'overdue':
      return reasons[reason.code](reason.days);
    default:
      return reasons[reason.code](amount(reason.amount), dayWord(reason.dueOn, now));
  }
}

/** Why not now, and when it is possible again. */
export function blockWords({ code, reason, until }: Block, now: Date): string {
  const why = code === 'rests' ? say.blocks.rests(reason ?? '') : say.blocks[code];
  if (until === null) return why;
  const day = dayOf(until);
  const word = dayWord(day, now);
  return `${why}, ${say.again(word === dayText(day) ? say.onDay(word) : word, timeOf(until))}`;
}
