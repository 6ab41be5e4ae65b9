/** The masters of payments, each registered here and nowhere else. */
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import { appText } from '#text/en/app.ts';

const { screens: titles } = appText;

export const paymentsMasters: readonly ListedMaster[] = [
  {
    name: 'payment-accounts',
    contract: async () => (await import('./contract/payment-accounts.ts')).paymentAccounts,
    screen: async () =>
      (await import('./client/payment-accounts/payment-accounts.screen.tsx')).PaymentAccountsScreen,
    can: 'system-admin',
    title: titles.paymentAccounts,
    icon: 'card',
    at: 680,
  },
];
