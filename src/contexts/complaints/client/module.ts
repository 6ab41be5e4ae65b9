/** Screens of complaints: the list of desk and administrators, and the lender's. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const screen = { title: appText.screens.complaints, icon: 'complaint', menu: 'main' } as const;
const load = async () => (await import('./complaints.screen.tsx')).ComplaintsScreen;

export const complaintsScreens: readonly Screen[] = [
  ...inShells(['desk'], { ...screen, path: '/complaints', at: 165, load }),
  ...inShells(['admin'], { ...screen, path: '/admin/complaints', group: 'loans', at: 375, load }),
  ...inShells(['portal'], {
    ...screen,
    path: '/portal/complaints',
    at: 705,
    load: async () => (await import('./lender.screen.tsx')).LenderComplaintsScreen,
  }),
];
