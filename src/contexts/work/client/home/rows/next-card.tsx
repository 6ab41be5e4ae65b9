/** Current borrower: name, amount, DPD, reason, and one-tap actions. */
import { IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { money, totalText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { Actions } from '../actions.tsx';
import css from './next-card.module.css';
import { Reasons } from './reasons.tsx';
import { lateness } from '../today-words.ts';
import type { Day } from '../day/use-day.ts';

export function NextCard({ day, onOpen }: { day: Day; onOpen: (loanId: number, what: string) => void }) {
  const { current, now } = day;
  if (!current) return null;
  const { row } = current;
  return (
    <section className={css.next} aria-labelledby="next-borrower" data-next>
      <div className={css.top}>
        <StatusPill tone="good" icon={<IconPlayerPlay size={14} stroke={1.75} aria-hidden="true" />}>
          {day.isChosen ? say.chosen : say.next}
        </StatusPill>
        <span className={css.place}>
          {day.place > 0 && say.place(day.place, day.left)}
          {day.skip && (
            <button type="button" aria-label={say.skip} title={say.skip} onClick={day.skip}>
              <IconPlayerSkipForward size={20} stroke={1.75} aria-hidden="true" />
            </button>
          )}
        </span>
      </div>
      <div className={css.who}>
        <div>
          <h2 id="next-borrower">
            <Link to={`/view-borrower?id=${row.id}`}>{row.borrowerName}</Link>
          </h2>
          <p>{[row.client, row.city].filter(Boolean).join(' · ')}</p>
        </div>
        <div className={css.much}>
          <strong title={totalText(row, money)}>{totalText(row)}</strong>
          {row.dpd !== null && row.dpd > 0 && (
            <StatusPill tone={lateness(row.dpd)}>{say.overdueDays(row.dpd)}</StatusPill>
          )}
        </div>
      </div>
      <Reasons row={row} now={now} />
      <Actions row={row} now={now} onOpen={(what) => onOpen(row.id, what)} />
    </section>
  );
}
