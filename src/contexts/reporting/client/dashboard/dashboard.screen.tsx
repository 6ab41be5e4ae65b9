/** The agent dashboard: all cards, and one press that tells everything anew. */
import { useState } from 'react';
import { dashboard } from '#contexts/reporting/contract/dashboard.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { kitText } from '#text/en/kit.ts';
import { call } from '#kernel/client/calls/api.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { markStale, readAtOf } from '#kernel/client/calls/query.ts';
import look from '#kernel/ui/parts/actions.module.css';
import { Cards } from './cards.tsx';
import css from './dashboard.module.css';

/** Document 1, section 4.6. */
const wait = 900_000;
const domains = ['activity', 'dashboard', 'loan-stats'];

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
        <button type="button" className={look.plain} disabled={isBusy} onClick={() => void sync()}>
          {say.refreshAll}
        </button>
      </header>
      <Cards />
    </section>
  );
}

export const DashboardScreen = () => (
  <div className={css.page}>
    <Dashboard isPage />
  </div>
);
