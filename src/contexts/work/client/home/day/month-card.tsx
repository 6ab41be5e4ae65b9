/** Month and day at a glance: collected, target, and PTPs of today. */
import { Link } from 'react-router-dom';
import { useCashInHand } from '#phone/outbox/cash/use-cash.ts';
import { loanStats } from '#contexts/reporting/contract/dashboard.ts';
import type { TodaySummary } from '#contexts/work/contract/today.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { money, noFigure, rupees } from '#kernel/ui/parts/values/format.ts';
import css from './month.module.css';

/** As long as the cards of the dashboard, which show the same answer. */
const freshFor = 300_000;

/** Days of the month after this one. */
function daysLeft(now: Date): number {
  const [year = 0, month = 1, day = 1] = dayInIndia(now).split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - day;
}

/** The answer of the dashboard's card. */
export const useMonth = () => useRead(loanStats.payments, {}, { staleTime: freshFor });

interface MonthProps {
  summary: TodaySummary | undefined;
  /** Loans of the day in all, and how many of them were worked, here or on the server. */
  all: number | undefined;
  worked: number;
  now: Date;
  /** Error of today's list. */
  absent: Error | null;
}

/** Empty, and without progress for a screen reader, until the share is loaded. */
const Share = ({ share }: { share: number | undefined }) =>
  share === undefined ? (
    <div className={css.bar} aria-hidden="true" />
  ) : (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={say.collected}
      aria-valuenow={Math.min(100, share)}
      aria-valuetext={say.ofTargetAbout(share)}
    >
      <i style={{ width: `${Math.min(100, share)}%` }} />
    </div>
  );

export function MonthCard({ summary, all, worked, now, absent }: MonthProps) {
  const reading = useMonth();
  const { data } = reading;
  const noMonth = absenceWords(statementIn(reading), '');
  const hand = useCashInHand();
  const month = data?.find(({ title }) => title === 'realized');
  const collected = month?.MTD.amount;
  const target = month?.target ?? undefined;
  const share = target && collected !== undefined ? Math.round((100 * collected) / target) : undefined;
  return (
    <section className={css.month} aria-label={say.collected}>
      <p className={css.line}>
        <span>{say.collected}</span>
        <span>{say.daysLeft(daysLeft(now))}</span>
      </p>
      <p className={css.sum}>
        {collected === undefined && noMonth ? (
          <span>{noMonth}</span>
        ) : (
          <strong title={collected === undefined ? undefined : money(collected)}>
            {collected === undefined ? '…' : rupees(collected)}
          </strong>
        )}
        {month && <span>{target ? say.ofTarget(rupees(target)) : say.noTarget}</span>}
      </p>
      <Share share={share} />
      {hand !== undefined && hand.amount > 0 && (
        <p className={css.line}>
          <Link to="/cash">{say.inHand(rupees(hand.amount))}</Link>
        </p>
      )}
      <p className={css.line}>
        <span>{all === undefined ? noFigure(absent) : say.worked(worked, all)}</span>
        <span title={summary && money(summary.dueAmount)}>
          {summary ? say.promisesDue(summary.due, rupees(summary.dueAmount)) : noFigure(absent)}
        </span>
      </p>
    </section>
  );
}
