/** Who asked to be called today, by the hour. */
import { Link } from 'react-router-dom';
import { dayInIndia } from '#kernel/contract/india.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { clockText } from '#kernel/ui/parts/format.ts';
import css from './side.module.css';
import type { Day } from './use-day.ts';

const most = 8;

export function CallBacks({ day: { placed, now, addressOf } }: { day: Day }) {
  const agreed = placed.filter(
    ({ row, section }) =>
      section === 'follow_up' && row.followUpAt !== null && dayInIndia(row.followUpAt) === dayInIndia(now),
  );
  return (
    <section className={css.card} aria-labelledby="call-backs">
      <h2 id="call-backs">{say.callBacks}</h2>
      {agreed.length === 0 ? (
        <p>{say.noCallBacks}</p>
      ) : (
        <ul className={css.hours}>
          {agreed.slice(0, most).map(({ row }) => (
            <li key={row.id}>
              <time dateTime={row.followUpAt ?? undefined}>{clockText(row.followUpAt ?? '').slice(11)}</time>
              <Link to={addressOf(row.id)} replace>
                {row.borrowerName}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
