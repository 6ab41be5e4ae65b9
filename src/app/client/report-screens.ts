/** Reports of what people did, at the addresses of the desk and of admins (G013). */
import type { Flag } from '#kernel/contract/flags.ts';
import { adminRoles } from '#kernel/contract/access.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from './screen.ts';

const { screens: titles } = appText;
const loadReports = () => import('#contexts/reporting/client/activity/reports.screen.tsx');

const report = (
  flag: Flag,
  desk: string,
  admin: string,
  screen: Pick<Screen, 'title' | 'icon' | 'load'>,
): Screen[] =>
  (['desk', 'admin'] as const).flatMap((shell) =>
    inShells([shell], {
      ...screen,
      flag,
      path: shell === 'desk' ? desk : admin,
      menu: 'main',
      group: 'reports',
    }),
  );

const loadPerformance = () => import('#contexts/reporting/client/performance/reports.screen.tsx');
const collectionScreens: readonly Screen[] = [
  {
    path: '/admin/user-collection-perfomance',
    shell: 'admin',
    can: { roles: adminRoles, any: ['view_agent_collection_performance_report'] },
    title: titles.agentCollection,
    icon: 'target',
    menu: 'main',
    group: 'reports',
    load: async () => (await loadPerformance()).AgentCollectionScreen,
  },
  {
    path: '/admin/borrower-collection-report',
    shell: 'admin',
    can: { roles: adminRoles, any: ['list_borrower_collection'] },
    title: titles.borrowerCollection,
    icon: 'rupee',
    menu: 'main',
    group: 'reports',
    load: async () => (await loadPerformance()).BorrowerCollectionScreen,
  },
  {
    path: '/admin/reports',
    shell: 'admin',
    can: { roles: adminRoles },
    title: appText.groups.reports,
    icon: 'layers',
    load: async () => (await import('./pages/overview.tsx')).Reports,
  },
];

export const reportScreens: readonly Screen[] = [
  ...report('list_agent_activity', '/tracker/agent-activity', '/admin/user-activity', {
    title: titles.userActivity,
    icon: 'tasks',
    load: async () => (await loadReports()).UserActivityScreen,
  }),
  ...report('list_agent_productivity', '/tracker/agent-productivity', '/admin/user-productivity', {
    title: titles.userProductivity,
    icon: 'target',
    load: async () => (await loadReports()).UserProductivityScreen,
  }),
  ...report('list_agent_live_status', '/tracker/agent-live-status', '/admin/user-live-status', {
    title: titles.userLiveStatus,
    icon: 'phone',
    load: async () => (await import('#contexts/dialer/client/live/live.screen.tsx')).LiveScreen,
  }),
  ...report('list_agent_activity', '/tracker/break-report', '/admin/break-report', {
    title: titles.breakReport,
    icon: 'coffee',
    load: async () =>
      (await import('#contexts/reporting/client/activity/break-report.screen.tsx')).loadBreakReport(),
  }),
  ...collectionScreens,
];

/** For agents the cards of their start without the rest of it, for those who lead their team (G085). */
export const dashboardScreens: readonly Screen[] = [
  ...inShells(['agent'], {
    path: '/dashboard',
    title: titles.dashboard,
    icon: 'dashboard',
    menu: 'main',
    load: async () =>
      (await import('#contexts/reporting/client/dashboard/dashboard.screen.tsx')).DashboardScreen,
  }),
  ...inShells(['desk'], {
    path: '/dashboard',
    title: titles.dashboard,
    icon: 'dashboard',
    menu: 'main',
    load: async () =>
      (await import('#contexts/reporting/client/dashboard/team.screen.tsx')).TeamDashboardScreen,
  }),
];
