/** Payments: one list for whoever works loans, three with an address each for admins. */
import { adminRoles } from '#kernel/contract/access.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from './screen.ts';

const loadLists = () => import('#contexts/payments/client/payments.screen.tsx');
const loadHeld = () => import('#contexts/payments/client/held.screen.tsx');
const { payments } = appText.screens;
const common = { path: '/payment', title: payments, icon: 'rupee', menu: 'main' } as const;

export const paymentScreens: readonly Screen[] = [
  ...inShells(['agent'], { ...common, load: async () => (await loadLists()).OwnPaymentsScreen }),
  ...inShells(['desk'], { ...common, load: async () => (await loadLists()).PaymentsScreen }),
];

const kinds = [
  ['/admin/payments', 'realized'],
  ['/admin/payments/unrealized', 'unrealized'],
  ['/admin/payments/live', 'live'],
] as const;
const ofAdmins = {
  shell: 'admin',
  can: { roles: adminRoles, any: ['list_payment'] },
  title: payments,
  icon: 'rupee',
  group: 'loans',
} as const;
/** The first stands in the menu; the others are its tabs. */
export const adminPaymentScreens: readonly Screen[] = [
  ...kinds.map(([path, kind], i): Screen => ({
    ...ofAdmins,
    path,
    menu: i === 0 ? 'main' : undefined,
    load: async () => (await loadLists()).adminScreens[kind],
  })),
  { ...ofAdmins, path: '/admin/payments/held', load: async () => (await loadHeld()).HeldPaymentsScreen },
];
