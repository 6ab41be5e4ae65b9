/** Settlements: an agent's list, a desk's with bulk actions, all of them for admins, and the lender's portal. */
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells } from '#kernel/ui/module.ts';

const load = () => import('./settlements.screen.tsx');
const screen = { title: appText.screens.settlements, icon: 'settlement', menu: 'main' } as const;

export const settlementsScreens: readonly Screen[] = [
  ...inShells(['agent'], {
    ...screen,
    path: '/settlement',
    at: 160,
    load: async () => (await load()).OwnSettlementsScreen,
  }),
  ...inShells(['desk'], {
    ...screen,
    path: '/settlement',
    at: 160,
    load: async () => (await load()).SettlementsScreen,
  }),
  inAdmin('list_settlement_tracker', {
    ...screen,
    path: '/admin/settlements',
    group: 'loans',
    at: 370,
    load: async () => (await load()).AllSettlementsScreen,
  }),
  ...inShells(['portal'], {
    path: '/portal',
    title: appText.screens.portal,
    icon: 'settlement',
    menu: 'main',
    at: 700,
    load: async () => (await import('./portal/portal.screen.tsx')).PortalScreen,
  }),
  ...inShells(['portal'], {
    path: '/portal/letters',
    title: appText.screens.noDues,
    icon: 'letter',
    menu: 'main',
    at: 702,
    load: async () => (await import('./portal/letters.screen.tsx')).LettersScreen,
  }),
];
