/** The borrower to work now, at the desk: who and how much on the deep card, keys on the buttons, reasons, what was lately. */
import { IconPlayerSkipForward } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { Key } from '#kernel/ui/parts/menu/key.tsx';
import { pressedBy } from '#kernel/ui/parts/menu/keys.ts';
import { money, principalText, totalText } from '#kernel/ui/parts/values/format.ts';
import { Actions } from '../actions.tsx';
import css from './desk-work.module.css';
import { Lately } from '../rows/lately.tsx';
import { Reasons } from '../rows/reasons.tsx';
import type { Day } from './use-day.ts';

export function DeskWork({ day, onOpen }: { day: Day; onOpen: (loanId: number, what: string) => void }) {
  const { current, now } = day;
  if (!current) return null;
  const { row } = current;
  return (
    <div className={css.work} data-next>
      <section className={css.head} aria-labelledby="next-borrower">
        <p className={css.top}>
          <span>
            {[day.isChosen ? say.chosen : say.next, day.place > 0 && say.place(day.place, day.left)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {day.skip && (
            <button type="button" {...pressedBy('next')} onClick={day.skip}>
              <IconPlayerSkipForward size={18} stroke={1.75} aria-hidden="true" />
              {say.skip} <Key of="next" />
            </button>
          )}
        </p>
        <h2 id="next-borrower">
          <Link to={`/view-borrower?id=${row.id}`}>{row.borrowerName}</Link>
        </h2>
        <p className={css.about}>
          {[row.loanNumber, row.client, row.city, ...row.tags].filter(Boolean).join(' · ')}
        </p>
        <dl>
          <div>
            <dt>{say.toCollect}</dt>
            <dd title={totalText(row, money)}>{totalText(row)}</dd>
          </div>
          <div>
            <dt>{say.principal}</dt>
            <dd title={principalText(row, money)}>{principalText(row)}</dd>
          </div>
          {row.dpd !== null && row.dpd > 0 && (
            <div>
              <dt>{say.late}</dt>
              <dd>{say.overdueDays(row.dpd)}</dd>
            </div>
          )}
        </dl>
      </section>
      <Actions row={row} now={now} hasKeys onOpen={(what) => onOpen(row.id, what)} />
      <section className={css.card}>
        <Reasons row={row} now={now} />
      </section>
      <Lately key={row.id} loanId={row.id} now={now} />
    </div>
  );
}
