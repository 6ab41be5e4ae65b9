/** Agent dashboard: all cards, and a button that refreshes everything. */
import { IconRefresh } from '@tabler/icons-react';
import { dashboard } from '#contexts/reporting/contract/dashboard.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { call } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { readAtOf } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { AsOf } from '../charts/as-of.tsx';
import { HoursCard } from '../charts/hours-card.tsx';
import { FunnelCard } from '../charts/loan-charts.tsx';
import { MonthChart } from '../charts/month-chart.tsx';
import { PromiseCalendar } from '../charts/promise-calendar.tsx';
import { SyncProgress, useSync } from '../parts/sync.tsx';
import { Together } from '../parts/together.tsx';
import { Cards } from './cards.tsx';
import parts from '../parts/parts.module.css';
import css from './dashboard.module.css';

/** Document 1, section 4.6. */
const wait = 900_000;
const domains = ['activity', 'charts', 'dashboard', 'loan-stats'];

const paymentsOf = (day: string): string => `/payment?type=REALIZED&startDate=${day}&endDate=${day}`;

/** The same cards are on Home, under a separate heading. */
export function Dashboard({ isPage = false }: { isPage?: boolean }) {
  const Heading = isPage ? 'h1' : 'h2';
  const { press, isBusy, isRunning } = useSync({
    ask: () => call(dashboard.sync, {}),
    stale: domains,
    done: say.allSynced,
  });
  const sync = async (): Promise<void> => {
    if (Date.now() - readAtOf(dashboard.allocation, {}) < wait) notice.warning(say.waitAll);
    else await press();
  };
  return (
    <section className={css.dashboard} aria-labelledby="dashboard">
      <header>
        <Heading id="dashboard">{say.title}</Heading>
        {isPage && <AsOf />}
        {isRunning && <SyncProgress />}
        <button type="button" className={look.plain} disabled={isBusy} onClick={() => void sync()}>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
          {say.refreshAll}
        </button>
      </header>
      <Together>
        {isPage && (
          <div className={css.course}>
            <MonthChart dayTo={paymentsOf} />
            <FunnelCard />
          </div>
        )}
        <Cards />
        {isPage && (
          <div className={parts.pairs}>
            <PromiseCalendar />
            <HoursCard />
          </div>
        )}
      </Together>
    </section>
  );
}

export const DashboardScreen = () => (
  <div className={css.page}>
    <Dashboard isPage />
  </div>
);
