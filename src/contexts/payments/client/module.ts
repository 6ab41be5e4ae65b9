/** Payments: one list for agents and leaders, three with an address each for admins, and held payments. */
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells, screensOf } from '#kernel/ui/module.ts';
import { paymentsMasters } from '../masters.ts';

const loadLists = () => import('./payments.screen.tsx');
const { payments, cash, cashInHand } = appText.screens;
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
const mine = {
  title: cashInHand,
  load: async () => (await import('./cash/receipts.screen.tsx')).CashInHandScreen,
};
/** The lists of cash, each with an address of its own below `/cash`; the first is the menu entry. */
const cashLists = [
  ['agents', async () => (await import('./cash/agents.screen.tsx')).CashByAgentScreen],
  ['centers', async () => (await import('./cash/agents.screen.tsx')).CashByCenterScreen],
  ['receipts', async () => (await import('./cash/receipts.screen.tsx')).CashReceiptsScreen],
  ['deposits', async () => (await import('./cash/deposits.screen.tsx')).CashDepositsScreen],
  ['days', async () => (await import('./cash/days.screen.tsx')).CashDaysScreen],
] as const;
const ofAgents: readonly string[] = ['deposits', 'days'];

const ofAdmins = { title: payments, icon: 'rupee', group: 'loans', at: 360 } as const;

export const paymentsScreens: readonly Screen[] = [
  ...screensOf(paymentsMasters),
  ...inShells(['agent'], { ...common, load: async () => (await loadLists()).OwnPaymentsScreen }),
  ...inShells(['desk'], { ...common, load: async () => (await loadLists()).PaymentsScreen }),
  // The first is the menu entry; the others are its tabs.
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
  ...ledgerTabs.map(([path, screen]) =>
    inAdmin('list_payment', {
      ...ofAdmins,
      path,
      load: async () => (await import('./ledger.screen.tsx')).ledgerScreens[screen],
    }),
  ),
  ...inShells(['agent'], { ...mine, path: '/cash', icon: 'rupee', menu: 'account', at: 171 }),
  ...inShells(['desk'], { ...mine, path: '/cash/mine', icon: 'rupee' }),
  ...cashLists.flatMap(([name, load], i) => [
    ...(ofAgents.includes(name)
      ? inShells(['agent'], { path: `/cash/${name}`, title: cash, icon: 'rupee', load })
      : []),
    ...inShells(['desk'], {
      path: i === 0 ? '/cash' : `/cash/${name}`,
      title: cash,
      icon: 'rupee',
      menu: i === 0 ? 'main' : undefined,
      at: 172,
      load,
    }),
    inAdmin('list_payment', {
      path: i === 0 ? '/admin/cash' : `/admin/cash/${name}`,
      title: cash,
      icon: 'rupee',
      group: 'loans',
      menu: i === 0 ? 'main' : undefined,
      at: 365,
      load,
    }),
  ]),
];
