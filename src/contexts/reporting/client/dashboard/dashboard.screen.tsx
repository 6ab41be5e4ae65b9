/** The agent dashboard: all cards, and one press that tells everything anew. */
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { dashboard } from '#contexts/reporting/contract/dashboard.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { kitText } from '#text/en/kit.ts';
import { call } from '#kernel/client/calls/api.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { markStale, readAtOf } from '#kernel/client/calls/query.ts';
import look from '#kernel/ui/parts/actions.module.css';
import { AsOf } from '../charts/as-of.tsx';
import { HoursCard } from '../charts/hours-card.tsx';
import { FunnelCard } from '../charts/loan-charts.tsx';
import { MonthChart } from '../charts/month-chart.tsx';
import { PromiseCalendar } from '../charts/promise-calendar.tsx';
import { Cards } from './cards.tsx';
import parts from '../parts/parts.module.css';
import css from './dashboard.module.css';

/** Document 1, section 4.6. */
const wait = 900_000;
const domains = ['activity', 'charts', 'dashboard', 'loan-stats'];

async function syncAll(): Promise<void> {
  if (Date.now() - readAtOf(dashboard.allocation, {}) < wait) {
    notice.warning(say.waitAll);
    return;
  }
  try {
    await call(dashboard.sync, {});
    markStale(domains);
    notice.success(say.allSynced);
  } catch (error) {
    notice.error(wordsOf(error) ?? kitText.failed);
  }
}

const paymentsOf = (day: string): string => `/payment?type=REALIZED&startDate=${day}&endDate=${day}`;

/** The same cards stand on the start page, under its own heading. */
export function Dashboard({ isPage = false }: { isPage?: boolean }) {
  const Heading = isPage ? 'h1' : 'h2';
  const [isBusy, setBusy] = useState(false);
  const sync = async (): Promise<void> => {
    setBusy(true);
    await syncAll();
    setBusy(false);
  };
  return (
    <section className={css.dashboard} aria-labelledby="dashboard">
      <header>
        <Heading id="dashboard">{say.title}</Heading>
        {isPage && <AsOf />}
        <button type="button" className={look.plain} disabled={isBusy} onClick={() => void sync()}>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
          {say.refreshAll}
        </button>
      </header>
      {isPage && (
        <div className={css.course}>
          <MonthChart dayTo={paymentsOf} />
          <FunnelCard />
        </div>
      )}
      <Cards />
      {isPage && (
        <div className={parts.pairs}>
          <PromiseCalendar path="/ptp" />
          <HoursCard />
        </div>
      )}
    </section>
  );
}

export const DashboardScreen = () => (
  <div className={css.page}>
    <Dashboard isPage />
  </div>
);
