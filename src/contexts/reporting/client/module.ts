/** Dashboards and activity reports, at the paths of desk and admin (G013). */
import { accessReaders } from '#contexts/reporting/contract/access-readers.ts';
import { adminRoles } from '#kernel/contract/access.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells } from '#kernel/ui/module.ts';

const { screens: titles } = appText;

const loadReports = () => import('./activity/reports.screen.tsx');
const loadPerformance = () => import('./performance/reports.screen.tsx');

const report = (
  flag: Flag,
  desk: string,
  admin: string,
  screen: Pick<Screen, 'title' | 'icon' | 'at' | 'load'>,
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

export const reportingScreens: readonly Screen[] = [
  // For agents the cards of their Home only, for leaders their team's (G085).
  ...inShells(['agent'], {
    path: '/dashboard',
    title: titles.dashboard,
    icon: 'dashboard',
    menu: 'main',
    at: 20,
    load: async () => (await import('./dashboard/dashboard.screen.tsx')).DashboardScreen,
  }),
  ...inShells(['desk'], {
    path: '/dashboard',
    title: titles.dashboard,
    icon: 'dashboard',
    menu: 'main',
    at: 20,
    load: async () => (await import('./dashboard/team/team.screen.tsx')).TeamDashboardScreen,
  }),
  ...report('list_agent_activity', '/tracker/agent-activity', '/admin/user-activity', {
    title: titles.userActivity,
    icon: 'activity',
    at: 410,
    load: async () => (await loadReports()).UserActivityScreen,
  }),
  ...report('list_agent_productivity', '/tracker/agent-productivity', '/admin/user-productivity', {
    title: titles.userProductivity,
    icon: 'productivity',
    at: 420,
    load: async () => (await loadReports()).UserProductivityScreen,
  }),
  ...report('list_agent_activity', '/tracker/break-report', '/admin/break-report', {
    title: titles.breakReport,
    icon: 'coffee',
    at: 440,
    load: async () => (await import('./activity/break-report.screen.tsx')).loadBreakReport(),
  }),
  inAdmin('view_agent_collection_performance_report', {
    path: '/admin/user-collection-perfomance',
    title: titles.agentCollection,
    icon: 'target',
    menu: 'main',
    group: 'reports',
    at: 450,
    load: async () => (await loadPerformance()).AgentCollectionScreen,
  }),
  inAdmin('list_borrower_collection', {
    path: '/admin/borrower-collection-report',
    title: titles.borrowerCollection,
    icon: 'report',
    menu: 'main',
    group: 'reports',
    at: 460,
    load: async () => (await loadPerformance()).BorrowerCollectionScreen,
  }),
  {
    path: '/admin/changes',
    shell: 'admin',
    can: { roles: adminRoles },
    title: titles.audit,
    icon: 'history',
    menu: 'main',
    group: 'data',
    at: 650,
    load: async () => (await import('./audit/audit.screen.tsx')).AuditScreen,
  },
  {
    path: '/admin/access-records',
    shell: 'admin',
    can: accessReaders,
    title: titles.accessRecords,
    icon: 'check',
    menu: 'main',
    group: 'data',
    at: 652,
    load: async () => (await import('./access/access.screen.tsx')).AccessScreen,
  },
  {
    path: '/admin/sign-ins',
    shell: 'admin',
    can: accessReaders,
    title: titles.signIns,
    icon: 'devices',
    menu: 'main',
    group: 'data',
    at: 654,
    load: async () => (await import('./access/access.screen.tsx')).SignInsScreen,
  },
  {
    path: '/admin/status',
    shell: 'admin',
    can: { roles: adminRoles },
    title: titles.status,
    icon: 'health',
    menu: 'main',
    group: 'data',
    at: 660,
    load: async () => (await import('./status/status.screen.tsx')).StatusScreen,
  },
];
