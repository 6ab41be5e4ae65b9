/** Today as a list with two rows per loan: name and amount, action and DPD. */
import { IconCloudUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { type Placed, isDone } from '#contexts/work/contract/today-rules.ts';
import { type TodaySection, todaySections } from '#contexts/work/contract/today.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { money, totalText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { rowLine } from './reasons.tsx';
import css from './rows.module.css';
import { lateness } from '../today-words.ts';
import type { Day } from '../day/use-day.ts';

/** Sections of Today with totals; they wrap, so that none is hidden. */
export function Chips({ day: { summary, section, show } }: { day: Day }) {
  if (!summary) return <div className={css.chips} aria-hidden="true" />;
  const all = todaySections.reduce((sum, name) => sum + summary[name], 0);
  const chip = (name: TodaySection | undefined, label: string, count: number) => (
    <button key={label} type="button" aria-pressed={section === name} onClick={() => show(name)}>
      <span>
        {label} <b>{count.toLocaleString('en-IN')}</b>
      </span>
    </button>
  );
  return (
    <div className={css.chips} role="group" aria-label={say.sectionsLabel}>
      {chip(undefined, say.all, all)}
      {todaySections
        .filter((name) => summary[name] > 0 || name === section)
        .map((name) => chip(name, say.sections[name], summary[name]))}
    </div>
  );
}

interface RowsProps {
  day: Day;
  /** At the desk a row is worked next to the list, on a phone it opens its borrower. */
  isBeside: boolean;
}

export function Rows({ day, isBeside }: RowsProps) {
  // On a phone the next borrower is shown above the list already.
  const shown = isBeside ? day.placed : day.placed.filter((one) => one !== day.current);
  return (
    <>
      {shown.length > 0 && (
        <ol className={css.rows}>
          {shown.map((one) => (
            <Row key={one.row.id} one={one} day={day} isBeside={isBeside} />
          ))}
        </ol>
      )}
      {day.reading.data?.count === 0 && (
        <p className={css.none}>{day.section ? say.emptySection : say.empty}</p>
      )}
      {day.more > 0 && day.showMore && (
        <button type="button" className={css.more} onClick={day.showMore}>
          {say.more(day.more)}
        </button>
      )}
      {day.more > 0 && !day.showMore && (
        <Link to="/borrowers" className={css.more}>
          {say.inList}
        </Link>
      )}
    </>
  );
}

function Row({ one, day: { now, waiting, current, addressOf }, isBeside }: { one: Placed } & RowsProps) {
  const { row } = one;
  const isWaiting = waiting.has(row.id);
  const line = isWaiting ? { words: say.waiting, mood: 'good', Icon: IconCloudUp } : rowLine(row, now);
  return (
    <li
      className={css.row}
      data-done={isDone(one, now, waiting) || undefined}
      aria-current={isBeside && one === current ? 'true' : undefined}
    >
      <Link to={isBeside ? addressOf(row.id) : `/view-borrower?id=${row.id}`} replace={isBeside}>
        {row.borrowerName}
      </Link>
      <strong title={totalText(row, money)}>{totalText(row)}</strong>
      <span className={css.what} data-mood={line?.mood}>
        {line && <line.Icon size={16} stroke={1.75} aria-hidden="true" />}
        {line?.words}
      </span>
      {row.dpd !== null && row.dpd > 0 && !row.paidOff ? (
        <StatusPill tone={lateness(row.dpd)}>{say.overdueDays(row.dpd)}</StatusPill>
      ) : (
        <span />
      )}
    </li>
  );
}
