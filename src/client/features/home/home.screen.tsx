import { type ComponentType, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { timeInIndia } from '#contract/kernel/india.ts';
import { loans } from '#contract/loans.ts';
import { appText } from '#text/en/app.ts';
import { type Reading, useRead } from '#client/kernel/query.ts';
import { useCurrentUser } from '#client/kernel/session.tsx';
import { countText } from '#client/ui/format.ts';
import { WhenSeen } from '#client/ui/when-seen.tsx';
import css from './home.module.css';
import { TodayList } from './today-list.tsx';

function greeting(name: string): string {
  const hour = Number(timeInIndia(Date.now()).slice(0, 2));
  if (hour < 12) return appText.goodMorning(name);
  return hour < 17 ? appText.goodAfternoon(name) : appText.goodEvening(name);
}

/** Where agents and team leaders start: what they have, and the ways on. */
export function HomeScreen({ Task, Figures }: { Task: ComponentType; Figures: ComponentType }) {
  const { firstName, roleType } = useCurrentUser();
  const active = useRead(loans.list, { isActive: true, size: 1 });
  const promises = useRead(borrowerDispositions.list, { module: 'PTP', size: 1 });
  return (
    <div className={css.home}>
      <h1>{greeting(firstName)}</h1>
      <ul className={css.counts}>
        <Count to="/borrowers" label={appText.myLoans} reading={active} />
        <Count to="/ptp" label={appText.myPromises} reading={promises} />
      </ul>
      {roleType === 'agent' && (
        <>
          <Task />
          <TodayList />
        </>
      )}
      <WhenSeen>
        <Suspense>
          <Figures />
        </Suspense>
      </WhenSeen>
    </div>
  );
}

type Counted = Reading<typeof loans.list> | Reading<typeof borrowerDispositions.list>;

function Count({ to, label, reading }: { to: string; label: string; reading: Counted }) {
  const { data, isPending } = reading;
  return (
    <li>
      <Link to={to} className={css.count}>
        <span>{label}</span>
        {data ? (
          <strong>{countText(data)}</strong>
        ) : (
          <strong className={css.unknown}>{isPending ? '…' : appText.unknownCount}</strong>
        )}
      </Link>
    </li>
  );
}
