/** What is promised for each day of the month, and what became of it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { charts } from '#contexts/reporting/contract/charts.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { dayText } from '#kernel/ui/parts/values/format.ts';
import { brief, cashText } from '../parts/words.ts';
import { Unseen } from '#kernel/ui/figures/unseen.tsx';
import { ChartCard } from '../parts/chart-card.tsx';
import css from '../parts/parts.module.css';
import { promisesDue } from '../dashboard/addresses.ts';

type Day = WireRow<typeof charts.promises>['days'][number];
const count = (n: number): string => n.toLocaleString('en-IN');

/** Zero is Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const lengthOf = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

function moodOf({ day, kept, broken }: Day, today: string): string {
  if (day >= today) return 'soon';
  if (kept === 0 && broken === 0) return 'past';
  return kept >= broken ? 'kept' : 'broken';
}

function Cell({
  day,
  told,
  today,
  to,
}: {
  day: string;
  told: Day | undefined;
  today: string;
  to?: string | undefined;
}) {
  const n = Number(day.slice(8));
  const inner: ReactNode = (
    <>
      <span>{n}</span>
      {told && (
        <>
          <strong>{count(told.count)}</strong>
          <small aria-hidden="true">{brief(told.amount)}</small>
        </>
      )}
    </>
  );
  const words = told && say.promisesOn(dayText(day), count(told.count), cashText(told.amount));
  const became = told && `${words}; ${say.keptAndBroken(count(told.kept), count(told.broken))}`;
  const marks = { 'data-day': told && moodOf(told, today), 'data-today': day === today || undefined };
  return to && told ? (
    <Link className={css.day} to={to} title={became} aria-label={became} {...marks}>
      {inner}
    </Link>
  ) : (
    <span className={css.day} title={became} {...marks}>
      {inner}
    </span>
  );
}

const sheetOf =
  (to: (day: string) => string) =>
  ({ days }: WireRow<typeof charts.promises>) => ({
    heads: [say.day, say.promises, say.amount, say.kept, say.broken],
    rows: days.map((one) => [dayText(one.day), one.count, one.amount, one.kept, one.broken]),
    to: days.map(({ day }) => to(day)),
  });

export const PromiseCalendar = ({ input }: { input?: Input<typeof charts.promises> }) => {
  const to = (day: string): string => promisesDue(day, day);
  return (
    <ChartCard
      title={say.calendar}
      source={charts.promises}
      size="huge"
      {...(input && { input })}
      about={({ days }) =>
        say.calendarAbout(
          count(days.reduce((sum, day) => sum + day.count, 0)),
          cashText(days.reduce((sum, day) => sum + day.amount, 0)),
        )
      }
      sheet={sheetOf(to)}
    >
      {({ days, today }) => {
        const first = `${today.slice(0, 8)}01`;
        return (
          <ul className={css.calendar}>
            {say.weekdays.split(' ').map((name) => (
              <li key={name} className={css.weekday} aria-hidden="true">
                {name}
              </li>
            ))}
            {Array.from({ length: lengthOf(today) }, (_, i) => {
              const day = `${today.slice(0, 8)}${String(i + 1).padStart(2, '0')}`;
              return (
                <li key={day} style={i === 0 ? { gridColumnStart: weekdayOf(first) + 1 } : undefined}>
                  {day === today && <Unseen>{say.today}</Unseen>}
                  <Cell day={day} told={days.find((one) => one.day === day)} today={today} to={to(day)} />
                </li>
              );
            })}
          </ul>
        );
      }}
    </ChartCard>
  );
};
