import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { performance } from '#contexts/reporting/contract/performance.ts';
import { appText } from '#text/en/app.ts';
import { Together } from '#contexts/reporting/client/parts/together.tsx';
import { performanceText as say } from '#contexts/reporting/text/en/performance.ts';
import { useActor, useMay } from '#kernel/client/session/session.tsx';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import { type Section, menuFor, sectionsOf } from '../menu.ts';
import { DashboardTabs } from './dashboard-tabs.tsx';
import css from './overview.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const ClientPerformance = lazy(async () => ({
  default: (await import('#contexts/reporting/client/performance/clients.tsx')).ClientPerformance,
}));
const AdminMonth = lazy(async () => ({
  default: (await import('#contexts/reporting/client/dashboard/admin-charts.tsx')).AdminMonth,
}));
const AdminCharts = lazy(async () => ({
  default: (await import('#contexts/reporting/client/dashboard/admin-charts.tsx')).AdminCharts,
}));
const WaitingForYou = lazy(async () => ({
  default: (await import('#contexts/authority/client/inbox.tsx')).WaitingForYou,
}));
const reportTabs = [
  ['/admin/borrower-collection-report', say.tabs.customers],
  ['/admin/user-productivity', say.tabs.productivity],
  ['/admin/user-activity', say.tabs.activity],
  ['/admin/user-live-status', say.tabs.status],
  ['/admin/communications', say.tabs.whatsapp],
] as const;
const reportPaths = new Set<string>(reportTabs.map(([path]) => path));

/** Every screen they may open, but where they are. */
function useSections(): Section[] {
  const actor = useActor();
  return sectionsOf(menuFor(actor, 'main').filter(({ path }) => path !== '/admin/dashboard'));
}

/** The month's figures, and the charts below them. */
const Bones = () => (
  <div className={css.waits} role="status" aria-label={appText.loading} aria-busy="true">
    {[1, 2, 3, 4, 5, 6, 7].map((n) => (
      <i key={n} />
    ))}
  </div>
);

/** Where an admin arrives: every screen they may open, by group. */
export function Overview() {
  const mayAsk = useMay();
  return (
    <>
      <DashboardTabs />
      <div className={css.decisions}>
        <Suspense>
          <WaitingForYou />
        </Suspense>
      </div>
      <Page isWide title={appText.screens.dashboard} sections={useSections()}>
        {mayAsk(performance.clients.can) && (
          <Together>
            <Suspense fallback={<Bones />}>
              <AdminMonth />
              <ClientPerformance />
              <AdminCharts />
            </Suspense>
          </Together>
        )}
      </Page>
    </>
  );
}

/** The reports by the names of their tabs, each at its address (G164). */
export function Reports() {
  const mine = useSections().flatMap(({ items }) => items);
  const items = reportTabs.flatMap(([path, title]) => {
    const found = mine.find((screen) => screen.path === path);
    // Only the first message list is in the menu; the report is one of its tabs.
    const to = path === '/admin/communications' ? `${path}/whatsapp` : path;
    return found ? [{ ...found, title, path: to }] : [];
  });
  const others = mine.filter(({ group, path }) => group === 'reports' && !reportPaths.has(path));
  return <Page title={say.reports} about={say.reportsAbout} sections={[{ items: [...items, ...others] }]} />;
}

/** Masters an admin may edit. */
export const Masters = () => {
  const masters = useSections().filter(({ group }) => group === 'masters');
  return <Page title={appText.groups.masters} sections={masters.map(({ items }) => ({ items }))} />;
};

function Page({
  title,
  about,
  sections,
  isWide,
  children,
}: {
  isWide?: boolean;
  title: string;
  about?: string;
  sections: readonly Section[];
  children?: ReactNode;
}) {
  return (
    <div className={css.overview} data-whole={isWide}>
      <h1>{title}</h1>
      {about && <p className={css.about}>{about}</p>}
      {children}
      {sections.map(({ group, items }) => (
        <section key={group ?? items[0]?.path}>
          {group && <h2>{appText.groups[group]}</h2>}
          <ul>
            {items.map(({ path, title: label, icon }) => (
              <li key={path}>
                <Link to={path}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
