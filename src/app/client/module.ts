/** Pages composed of several contexts, and the error page. */
import { adminRoles } from '#kernel/contract/access.ts';
import { type MenuGroup, type Screen, inAdmin, inShells } from '#kernel/ui/module.ts';
import { anyUpload } from '#contexts/files/contract/upload-flags.ts';
import { appText } from '#text/en/app.ts';

const { screens: titles } = appText;

const outcomes = [
  ['/disposition', 'disposition', 'branches'],
  ['/ptp', 'ptp', 'promise'],
  ['/followUps', 'followUp', 'followUp'],
] as const;
/** An agent's dispositions; for other users with the agent. */
const outcomeLists = (shell: 'agent' | 'desk' | 'admin', at: number, group?: MenuGroup): Screen[] =>
  outcomes.flatMap(([path, name, icon]) =>
    inShells([shell], {
      path,
      title: titles[name],
      icon,
      menu: 'main',
      group,
      at,
      async load() {
        const lists = await import('./pages/outcomes.tsx');
        return (shell === 'agent' ? lists.own : lists.all)[name];
      },
    }),
  );

async function borrowerLists() {
  const all = await import('./pages/borrowers.tsx');
  await all.ready;
  return all;
}

export const appScreens: readonly Screen[] = [
  {
    path: '/admin/files',
    shell: 'admin',
    can: { roles: adminRoles, any: anyUpload.any },
    title: titles.files,
    icon: 'file',
    menu: 'main',
    group: 'data',
    at: 480,
    load: async () => (await import('./pages/files.tsx')).FilesScreen,
  },
  ...inShells(['agent', 'desk'], {
    path: '/home',
    title: titles.home,
    icon: 'home',
    menu: 'main',
    bar: 'too',
    at: 10,
    load: async () => (await import('./pages/home.tsx')).Home,
  }),
  ...inShells(['agent'], {
    path: '/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    bar: 'too',
    at: 50,
    load: async () => (await borrowerLists()).OwnLoansScreen,
  }),
  ...inShells(['desk'], {
    path: '/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    at: 50,
    load: async () => (await borrowerLists()).LoansScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    group: 'loans',
    at: 310,
    load: async () => (await borrowerLists()).AllLoansScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers/inactive',
    title: titles.inactiveBorrowers,
    icon: 'personOff',
    menu: 'main',
    group: 'loans',
    at: 320,
    load: async () => (await borrowerLists()).InactiveLoansScreen,
  }),
  {
    path: '/admin/dashboard',
    shell: 'admin',
    can: { roles: adminRoles, any: ['admin_dashboard', 'list_client_performance'] },
    title: titles.dashboard,
    icon: 'dashboard',
    menu: 'main',
    group: 'overview',
    at: 30,
    load: async () => (await import('./pages/overview.tsx')).Overview,
  },
  inAdmin('admin_dashboard', {
    path: '/admin/dashboard/communication',
    title: titles.communicationDashboard,
    icon: 'messages',
    menu: 'main',
    group: 'overview',
    at: 40,
    load: async () => (await import('./pages/communication-dashboard.tsx')).CommunicationDashboard,
  }),
  ...outcomeLists('agent', 150),
  ...outcomeLists('desk', 150),
  ...outcomeLists('admin', 350, 'loans'),
  ...inShells(['agent', 'desk'], {
    path: '/inbound-calls',
    title: titles.inboundCalls,
    icon: 'inbound',
    menu: 'main',
    at: 200,
    load: async () => (await import('./pages/inbound-calls.tsx')).InboundCalls,
  }),
  ...inShells(['admin'], {
    path: '/admin/reports',
    title: appText.groups.reports,
    icon: 'layers',
    load: async () => (await import('./pages/overview.tsx')).Reports,
  }),
  ...inShells(['admin'], {
    path: '/admin/masters',
    title: appText.groups.masters,
    icon: 'layers',
    load: async () => (await import('./pages/overview.tsx')).Masters,
  }),
  {
    path: '/page403',
    shell: 'public',
    can: 'public',
    title: titles.forbidden,
    icon: 'lock',
    load: async () => (await import('./pages/refusals.tsx')).Forbidden,
  },
];
