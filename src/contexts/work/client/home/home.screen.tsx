import { type ComponentType, Suspense, lazy } from 'react';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { timeInIndia } from '#kernel/contract/india.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { appText } from '#text/en/app.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { WhenSeen } from '#kernel/ui/list/when-seen.tsx';
import { Count } from './count.tsx';
import css from './home.module.css';
import { TodayList } from './today-list.tsx';

/** Agents decide nothing. */
const Decisions = lazy(async () => ({ default: (await import('./decisions.tsx')).Decisions }));

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
        {roleType !== 'agent' && (
          <Suspense>
            <Decisions />
          </Suspense>
        )}
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
