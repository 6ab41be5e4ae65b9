/** Requested callbacks by hour, overdue ones first, in the order of the chip. */
import { Link } from 'react-router-dom';
import { dayInIndia } from '#kernel/contract/india.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { clockText, dayWords } from '#kernel/ui/parts/values/format.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import css from '../side.module.css';
import type { Day } from '../day/use-day.ts';

const most = 8;

export function CallBacks({ day: { placed, now, addressOf, summary, show, reading } }: { day: Day }) {
  const agreed = placed.filter(({ row, section }) => section === 'follow_up' && row.followUpAt !== null);
  const all = Math.max(summary?.follow_up ?? 0, agreed.length);
  const shown = agreed.slice(0, most);
  return (
    <section className={css.card} aria-labelledby="call-backs">
      <h2 id="call-backs">{say.callBacks}</h2>
      {all === 0 ? (
        <Stated of={statementIn(reading, () => agreed)} none={say.noCallBacks}>
          {() => null}
        </Stated>
      ) : (
        <ul className={css.hours}>
          {shown.map(({ row }) => {
            const at = row.followUpAt ?? '';
            const isToday = dayInIndia(at) === dayInIndia(now);
            return (
              <li key={row.id}>
                <time dateTime={at}>{isToday ? clockText(at).slice(11) : dayWords(dayInIndia(at), now)}</time>
                <Link to={addressOf(row.id)} replace>
                  {row.borrowerName}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {all > shown.length && (
        <button type="button" className={css.more} onClick={() => show('follow_up')}>
          {say.more(all - shown.length)}
        </button>
      )}
    </section>
  );
}
