import { type ComponentType, Suspense } from 'react';
import { dayInIndia, timeInIndia } from '#kernel/contract/india.ts';
import { appText } from '#text/en/app.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { monthDay } from '#kernel/ui/parts/values/format.ts';
import { WhenSeen } from '#kernel/ui/list/when-seen.tsx';
import { type Brought, Day } from './day/day.tsx';
import css from './home.module.css';

function greeting(name: string): string {
  const hour = Number(timeInIndia(Date.now()).slice(0, 2));
  if (hour < 12) return appText.goodMorning(name);
  return hour < 17 ? appText.goodAfternoon(name) : appText.goodEvening(name);
}

/** Sunday, 22 Nov, in the reader's language. */
function dateWords(): string {
  const day = dayInIndia(Date.now());
  const names: Readonly<Record<string, string>> = say.weekdays;
  return say.date(names[`d${new Date(day).getUTCDay()}`] ?? '', monthDay(day));
}

interface HomeProps extends Brought {
  /** Pending decisions, and agents needing attention. */
  Lead: ComponentType;
  /** The cards of the dashboard. */
  Figures: ComponentType;
}

/** Where agents and team leaders start: the day of the one, the decisions of the other, then their figures. */
export function HomeScreen({ Lead, Figures, ...brought }: HomeProps) {
  const { firstName, roleType } = useCurrentUser();
  const isAgent = roleType === 'agent';
  return (
    <div className={css.home}>
      <header>
        <p>{dateWords()}</p>
        <h1>{isAgent ? say.titleFor(firstName) : greeting(firstName)}</h1>
      </header>
      {isAgent ? (
        <Day {...brought} />
      ) : (
        <Suspense fallback={<Ahead />}>
          <Lead />
        </Suspense>
      )}
      <WhenSeen>
        <Suspense>
          <Figures />
        </Suspense>
      </WhenSeen>
    </div>
  );
}

/** Four figures, and pending items below them. */
const Ahead = () => (
  <div className={css.ahead} role="status" aria-label={appText.loading} aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <i key={n} />
    ))}
  </div>
);
