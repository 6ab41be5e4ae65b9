/** Screens of one borrower: their page, and the loan with a pending outcome. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const { screens: titles } = appText;

export const borrowerPageScreens: readonly Screen[] = [
  ...inShells(['agent', 'desk'], {
    path: '/viewCustomer',
    title: titles.borrower,
    icon: 'people',
    load: async () => (await import('./pending.screen.tsx')).PendingScreen,
  }),
  ...inShells(['agent', 'desk', 'admin'], {
    path: '/view-borrower',
    title: titles.borrower,
    icon: 'people',
    load: async () => (await import('./borrower.screen.tsx')).BorrowerScreen,
  }),
];
