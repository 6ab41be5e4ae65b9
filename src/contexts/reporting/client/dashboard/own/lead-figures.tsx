/** Four team figures, each with a link to its rows. */
import { Link } from 'react-router-dom';
import { loans } from '#contexts/loans/contract/loans.ts';
import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { appText } from '#text/en/app.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { countText, money, moneyShort, noFigure } from '#kernel/ui/parts/values/format.ts';
import { paymentsIn, promisesIn } from '../addresses.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { KnownAt } from '#kernel/ui/parts/values/known-at.tsx';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import css from './lead-figures.module.css';

const freshFor = 300_000;

/** Why there is no figure. */
const absentWords = (error: Error | null): string | undefined =>
  absenceWords(statementIn({ data: undefined, error }), '');

function Figure(o: {
  to: string;
  label: string;
  value: string | undefined;
  error: Error | null;
  about?: string | undefined;
  title?: string | undefined;
}) {
  return (
    <li>
      <Link to={o.to} title={o.title}>
        <span>{o.label}</span>
        <strong>{o.value ?? noFigure(o.error)}</strong>
        <small>{(o.value === undefined ? absentWords(o.error) : o.about) ?? ' '}</small>
      </Link>
    </li>
  );
}

export function LeadFigures() {
  const {
    data: target,
    error: noTarget,
    asOf: targetAt,
  } = useRead(teamDashboard.target, {}, { staleTime: freshFor });
  const {
    data: promises,
    error: noPromises,
    asOf: promisesAt,
  } = useRead(teamDashboard.promises, {}, { staleTime: freshFor });
  const {
    data: waiting,
    error: noWaiting,
    asOf: waitingAt,
  } = useRead(settlements.list, {
    status: 'Inprogress',
    waitsForYou: true,
    size: 1,
  });
  const { data: active, error: noActive, asOf: activeAt } = useRead(loans.list, { isActive: true, size: 1 });
  const due = promises?.FTD;
  return (
    <>
      <KnownAt of={[targetAt, promisesAt, waitingAt, activeAt]} />
      <ul className={css.figures}>
        <Figure
          to={paymentsIn('realized', 'MTD')}
          label={say.collected}
          value={target && moneyShort(target.achieved)}
          error={noTarget}
          title={target && money(target.achieved)}
          about={
            target &&
            (target.percentage === null || target.target === null
              ? undefined
              : say.ofTarget(target.percentage.toFixed(1), moneyShort(target.target)))
          }
        />
        <Figure
          to={promisesIn('FTD')}
          label={say.dueToday}
          value={due && countText(due)}
          error={noPromises}
          about={due && moneyShort(due.amount)}
          title={due && money(due.amount)}
        />
        <Figure
          to="/settlement?status=Inprogress&waitsForYou=true"
          label={appText.toDecide}
          value={waiting && countText(waiting)}
          error={noWaiting}
        />
        <Figure
          to="/borrowers"
          label={appText.myLoans}
          value={active && countText(active)}
          error={noActive}
        />
      </ul>
    </>
  );
}
