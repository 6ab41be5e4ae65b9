/** Up to three reasons why a borrower is worked now: what happened, when they answer, and whether they may be contacted. */
import {
  IconCalendarDue,
  IconCalendarX,
  IconCircleCheck,
  IconClock,
  IconMapPin,
  IconPhoneCheck,
  IconPhoneOff,
  IconShieldCheck,
  IconShieldX,
  IconUserPlus,
} from '@tabler/icons-react';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import { type Reason, type TodayRow, reasonsOf } from '#contexts/work/contract/today-rules.ts';
import { noticeWords } from '#contexts/work/text/en/visits.ts';
import { dateWords } from '#kernel/ui/parts/values/format.ts';
import { blockWords, contactWords, hoursWords, paidWords, reasonWords, shortWords } from '../today-words.ts';
import css from './reasons.module.css';

type Mood = 'bad' | 'warn' | 'info' | 'good' | 'plain';
type Drawn = typeof IconClock;

const looks: Record<Reason['code'], readonly [Drawn, Mood]> = {
  broken: [IconCalendarX, 'bad'],
  part_kept: [IconCalendarX, 'bad'],
  follow_up: [IconClock, 'warn'],
  promise_due: [IconCalendarDue, 'info'],
  promise_ahead: [IconCalendarDue, 'plain'],
  new: [IconUserPlus, 'plain'],
  never_reached: [IconPhoneOff, 'plain'],
  worked_today: [IconCircleCheck, 'good'],
  silent: [IconClock, 'plain'],
  overdue: [IconClock, 'plain'],
};

interface ReasonLine {
  key: string;
  words: string;
  mood: Mood;
  Icon: Drawn;
}
type Say = (reason: Reason, now: Date) => string;
const lineOf = (reason: Reason, now: Date, say: Say): ReasonLine => {
  const [Icon, mood] = looks[reason.code];
  return { key: reason.code, words: say(reason, now), mood, Icon };
};

/** DPD are already shown next to the amount. */
const told = (row: TodayRow, now: Date, say: Say = reasonWords): ReasonLine[] =>
  reasonsOf(row, now)
    .filter(({ code }) => code !== 'overdue')
    .map((reason) => lineOf(reason, now, say));

/** One-row text of a list item: next action, or why it is blocked. */
export function rowLine(row: TodayRow, now: Date): ReasonLine | undefined {
  if (row.paidOff)
    return { key: 'paid', words: paidWords(row.paidOff, now), mood: 'good', Icon: IconCircleCheck };
  const block = blockOf(row, now);
  // Hours of contact are the same for all and shown above the list.
  if (block && block.code !== 'hours' && block.code !== 'closed')
    return { key: 'block', words: blockWords(block, now), mood: 'plain', Icon: IconShieldX };
  return told(row, now, shortWords)[0];
}

const mostLines = 3;
function linesOf(row: TodayRow, now: Date): ReasonLine[] {
  const block = blockOf(row, now);
  if (row.paidOff)
    return [{ key: 'paid', words: paidWords(row.paidOff, now), mood: 'good', Icon: IconCircleCheck }];
  const may = block ? blockWords(block, now) : contactWords(row);
  const hours = hoursWords(row);
  const noticed: ReasonLine[] = row.visitNotice
    ? [
        {
          key: 'notice',
          words: noticeWords(row.visitNotice, now, dateWords),
          mood: row.visitNotice.told === null ? 'warn' : 'plain',
          Icon: IconMapPin,
        },
      ]
    : [];
  const last: ReasonLine[] = may
    ? [
        {
          key: 'may',
          words: may,
          mood: block ? 'warn' : 'plain',
          Icon: block ? IconShieldX : IconShieldCheck,
        },
      ]
    : [];
  const best: ReasonLine[] = hours
    ? [{ key: 'hours', words: hours, mood: 'plain', Icon: IconPhoneCheck }]
    : [];
  const first = told(row, now).slice(0, mostLines - last.length - best.length);
  return [...first, ...best, ...noticed, ...last];
}

export function Reasons({ row, now }: { row: TodayRow; now: Date }) {
  return (
    <ul className={css.reasons}>
      {linesOf(row, now).map(({ key, words, mood, Icon }) => (
        <li key={key} data-mood={mood}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
