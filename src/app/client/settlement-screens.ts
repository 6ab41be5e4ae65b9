/** Settlements: an agent's own, a desk's with many at once for team leads, and all of them for admins who track them. */
import { adminRoles } from '#kernel/contract/access.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from './screen.ts';

const load = () => import('#contexts/settlements/client/settlements.screen.tsx');
const screen = { title: appText.screens.settlements, icon: 'promise', menu: 'main' } as const;

export const settlementScreens: readonly Screen[] = [
  ...inShells(['agent'], {
    ...screen,
    path: '/settlement',
    load: async () => (await load()).OwnSettlementsScreen,
  }),
  ...inShells(['desk'], {
    ...screen,
    path: '/settlement',
    load: async () => (await load()).SettlementsScreen,
  }),
];
export const adminSettlementScreens: readonly Screen[] = [
  {
    ...screen,
    path: '/admin/settlements',
    shell: 'admin',
    can: { roles: adminRoles, any: ['list_settlement_tracker'] },
    group: 'loans',
    load: async () => (await load()).AllSettlementsScreen,
  },
];
