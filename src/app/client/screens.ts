/**
 * The one route table: every screen, its shell, who may see it and where it stands in the menus.
 * Plain data: nothing here imports a component before it is opened, so that programs can read it too.
 */
import { adminRoles } from '#kernel/contract/access.ts';
import { anyUpload } from '#contexts/files/contract/upload-flags.ts';
import { appText } from '#text/en/app.ts';
import {
  adminCommunicationScreens,
  communicationDashboardScreen,
  communicationScreens,
  templatesScreen,
} from './communication-screens.ts';
import { callScreens, inboundScreens, trackerScreens } from './call-screens.ts';
import { masterScreens } from './master-screens.ts';
import { ownScreens } from './own-screens.ts';
import { adminPaymentScreens, paymentScreens } from './payment-screens.ts';
import { dashboardScreens, reportScreens } from './report-screens.ts';
import { adminSettlementScreens, settlementScreens } from './settlement-screens.ts';
import { type Group, type Screen, inShells } from './screen.ts';

const { screens: titles } = appText;

const outcomes = [
  ['/disposition', 'disposition', 'branches'],
  ['/ptp', 'ptp', 'promise'],
  ['/followUps', 'followUp', 'phone'],
] as const;
/** An agent's own outcomes; everybody else's with whose they are. */
const outcomeLists = (shell: 'agent' | 'desk' | 'admin', group?: Group): Screen[] =>
  outcomes.flatMap(([path, name, icon]) =>
    inShells([shell], {
      path,
      title: titles[name],
      icon,
      menu: 'main',
      group,
      async load() {
        const lists = await import('./pages/outcomes.tsx');
        return (shell === 'agent' ? lists.own : lists.all)[name];
      },
    }),
  );

/** In the order of the menus; the agent's is the specification's (document 1, section 2.3). */
export const screens: readonly Screen[] = [
  ...inShells(['agent', 'desk'], {
    path: '/home',
    title: titles.home,
    icon: 'home',
    menu: 'main',
    bar: 'too',
    load: async () => (await import('./pages/home.tsx')).Home,
  }),
  ...dashboardScreens,
  {
    path: '/admin/dashboard',
    shell: 'admin',
    can: { roles: adminRoles, any: ['admin_dashboard', 'list_client_performance'] },
    title: titles.dashboard,
    icon: 'dashboard',
    menu: 'main',
    group: 'overview',
    load: async () => (await import('./pages/overview.tsx')).Overview,
  },
  communicationDashboardScreen,
  ...inShells(['agent'], {
    path: '/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    bar: 'too',
    load: async () => (await import('./pages/loans.tsx')).OwnLoansScreen,
  }),
  ...inShells(['desk'], {
    path: '/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    load: async () => (await import('./pages/loans.tsx')).LoansScreen,
  }),
  ...callScreens,
  ...inShells(['agent', 'desk', 'admin'], {
    path: '/view-borrower',
    title: titles.borrower,
    icon: 'people',
    load: async () => (await import('#contexts/loans/client/borrower/borrower.screen.tsx')).BorrowerScreen,
  }),
  ...outcomeLists('agent'),
  ...outcomeLists('desk'),
  ...settlementScreens,
  ...paymentScreens,
  ...inShells(['agent'], {
    path: '/daily-tasks',
    title: titles.dailyTasks,
    short: appText.short.dailyTasks,
    icon: 'tasks',
    menu: 'main',
    bar: 'too',
    load: async () => (await import('#contexts/work/client/tasks/tasks.screen.tsx')).OwnTasksScreen,
  }),
  ...inShells(['desk'], {
    path: '/daily-tasks',
    title: titles.dailyTasks,
    icon: 'tasks',
    menu: 'main',
    load: async () => (await import('#contexts/work/client/tasks/tasks.screen.tsx')).TasksScreen,
  }),
  ...communicationScreens,
  ...inboundScreens,
  ...inShells(['agent', 'desk'], {
    path: '/queue',
    title: titles.queue,
    icon: 'queue',
    menu: 'main',
    bar: 'too',
    load: async () => (await import('#contexts/sync/client/queue/queue.screen.tsx')).QueueScreen,
  }),
  ...inShells(['desk'], {
    path: '/review-queue',
    title: titles.reviews,
    icon: 'queue',
    menu: 'main',
    load: async () => (await import('#contexts/sync/client/reviews/reviews.screen.tsx')).ReviewsScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    group: 'loans',
    load: async () => (await import('./pages/loans.tsx')).AllLoansScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers/inactive',
    title: titles.inactiveBorrowers,
    icon: 'people',
    menu: 'main',
    group: 'loans',
    load: async () => (await import('./pages/loans.tsx')).InactiveLoansScreen,
  }),
  ...outcomeLists('admin', 'loans'),
  ...adminPaymentScreens,
  ...adminSettlementScreens,
  ...inShells(['admin'], {
    path: '/admin/daily-tasks',
    title: titles.dailyTasks,
    icon: 'tasks',
    menu: 'main',
    group: 'loans',
    load: async () => (await import('#contexts/work/client/tasks/tasks.screen.tsx')).TasksScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/review-queue',
    title: titles.reviews,
    icon: 'queue',
    menu: 'main',
    group: 'loans',
    load: async () => (await import('#contexts/sync/client/reviews/reviews.screen.tsx')).ReviewsScreen,
  }),
  ...trackerScreens,
  ...reportScreens,
  {
    path: '/admin/files',
    shell: 'admin',
    can: { roles: adminRoles, any: anyUpload.any },
    title: titles.files,
    icon: 'file',
    menu: 'main',
    group: 'data',
    load: async () => (await import('#contexts/files/client/files.screen.tsx')).FilesScreen,
  },
  templatesScreen,
  {
    path: '/admin/masters',
    shell: 'admin',
    can: { roles: adminRoles },
    title: appText.groups.masters,
    icon: 'layers',
    load: async () => (await import('./pages/overview.tsx')).Masters,
  },
  ...masterScreens,
  {
    path: '/admin/dnc',
    shell: 'admin',
    can: { roles: adminRoles, any: ['list_dnc'] },
    title: titles.dnc,
    icon: 'phone',
    menu: 'main',
    group: 'data',
    load: async () => (await import('#contexts/contact/client/dnc/dnc.screen.tsx')).DncScreen,
  },
  {
    path: '/admin/exports',
    shell: 'admin',
    can: { roles: adminRoles, any: ['list_export_files'] },
    title: titles.exports,
    icon: 'install',
    menu: 'main',
    group: 'data',
    load: async () => (await import('#contexts/files/client/exports.screen.tsx')).ExportsScreen,
  },
  ...adminCommunicationScreens,
  {
    path: '/admin/compliance',
    shell: 'admin',
    can: { roles: adminRoles },
    title: titles.complianceRules,
    icon: 'file',
    menu: 'main',
    group: 'masters',
    load: async () =>
      (await import('#contexts/contact/client/compliance-rules/compliance-rules.screen.tsx'))
        .ComplianceRulesScreen,
  },
  {
    path: '/admin/dropdown',
    shell: 'admin',
    can: 'system-admin',
    title: titles.optionValues,
    icon: 'file',
    menu: 'main',
    group: 'masters',
    load: async () =>
      (await import('#contexts/lenders/client/option-values/option-values.screen.tsx')).OptionValuesScreen,
  },
  {
    path: '/admin/payment-accounts',
    shell: 'admin',
    can: 'system-admin',
    title: titles.paymentAccounts,
    icon: 'file',
    menu: 'main',
    group: 'masters',
    load: async () =>
      (await import('#contexts/payments/client/payment-accounts/payment-accounts.screen.tsx'))
        .PaymentAccountsScreen,
  },
  ...ownScreens,
];
