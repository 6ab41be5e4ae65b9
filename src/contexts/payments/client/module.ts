/** Payments: one list for agents and leaders, three with separate paths for admins, and payments under review. */
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells, screensOf } from '#kernel/ui/module.ts';
import { paymentsMasters } from '../masters.ts';

const loadLists = () => import('./payments.screen.tsx');
const { payments, cash, cashInHand, reconciliation, autopay } = appText.screens;
const common = { path: '/payment', title: payments, icon: 'rupee', menu: 'main', at: 170 } as const;
const kinds = [
  ['/admin/payments', 'realized'],
  ['/admin/payments/unrealized', 'unrealized'],
  ['/admin/payments/live', 'live'],
] as const;
const ledgerTabs = [
  ['/admin/ledger', 'accounts'],
  ['/admin/ledger/postings', 'postings'],
  ['/admin/ledger/openings', 'openings'],
] as const;
const reconciliationTabs = ['days', 'rows', 'differences', 'files', 'faults'] as const;
const reconciliationHome = { admin: '/admin/reconciliation', portal: '/portal/reconciliation' };
/**
 * Cash lists, each with a separate path below `/cash`; the first is the menu item. One file, because a start names every
 * file.
 */
const cashLists = ['agents', 'centers', 'receipts', 'deposits', 'days'] as const;
const loadCash = (name: (typeof cashLists)[number] | 'mine') => async () =>
  (await import('./cash/screens.ts')).cashScreens[name];
const ofCash = { title: cash, icon: 'cash' } as const;
const ofAgents: readonly string[] = ['deposits', 'days'];

const ofAdmins = { title: payments, icon: 'rupee', group: 'loans', at: 360 } as const;

export const paymentsScreens: readonly Screen[] = [
  ...screensOf(paymentsMasters),
  ...inShells(['agent'], { ...common, load: async () => (await loadLists()).OwnPaymentsScreen }),
  ...inShells(['desk'], { ...common, load: async () => (await loadLists()).PaymentsScreen }),
  // The first is the menu item; the others are its tabs.
  ...kinds.map(([path, kind], i) =>
    inAdmin('list_payment', {
      ...ofAdmins,
      path,
      menu: i === 0 ? 'main' : undefined,
      load: async () => (await loadLists()).adminScreens[kind],
    }),
  ),
  inAdmin('list_payment', {
    ...ofAdmins,
    path: '/admin/payments/held',
    load: async () => (await import('./held.screen.tsx')).HeldPaymentsScreen,
  }),
  inAdmin('list_payment', {
    ...ofAdmins,
    path: '/admin/payments/autopay',
    load: async () => (await import('./autopay.screen.tsx')).autopayScreens.admin,
  }),
  ...inShells(['desk'], {
    path: '/payment/autopay',
    title: autopay,
    icon: 'rupee',
    menu: 'account',
    at: 171,
    load: async () => (await import('./autopay.screen.tsx')).autopayScreens.desk,
  }),
  ...ledgerTabs.map(([path, screen]) =>
    inAdmin('list_payment', {
      ...ofAdmins,
      path,
      load: async () => (await import('./ledger.screen.tsx')).ledgerScreens[screen],
    }),
  ),
  ...inShells(['agent'], {
    ...ofCash,
    title: cashInHand,
    path: '/cash',
    menu: 'account',
    isMore: true,
    at: 171,
    load: loadCash('mine'),
  }),
  ...inShells(['desk'], { ...ofCash, path: '/cash/mine', load: loadCash('mine') }),
  ...cashLists.flatMap((name, i) => {
    const path = i === 0 ? '/cash' : `/cash/${name}`;
    const screen = { ...ofCash, path, menu: i === 0 ? ('main' as const) : undefined, load: loadCash(name) };
    return [
      ...inShells(ofAgents.includes(name) ? ['agent', 'desk'] : ['desk'], { ...screen, at: 172 }),
      inAdmin('list_payment', { ...screen, path: `/admin${path}`, group: 'loans', at: 365 }),
    ];
  }),
  ...reconciliationTabs.map((tab) =>
    inAdmin('list_payment', {
      ...ofAdmins,
      path: tab === 'days' ? reconciliationHome.admin : `${reconciliationHome.admin}/${tab}`,
      load: async () => (await import('./reconciliation/screens.tsx')).reconciliationScreens[tab],
    }),
  ),
  ...(['days', 'differences'] as const).flatMap((tab) =>
    inShells(['portal'], {
      title: reconciliation,
      icon: 'reconcile',
      path: tab === 'days' ? reconciliationHome.portal : `${reconciliationHome.portal}/${tab}`,
      menu: tab === 'days' ? 'main' : undefined,
      at: 703,
      load: async () => (await import('./reconciliation/lender.screen.tsx')).lenderScreens[tab],
    }),
  ),
];
