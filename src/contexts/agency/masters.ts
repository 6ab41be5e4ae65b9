/** The masters of the agency, each registered here and nowhere else. */
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import { appText } from '#text/en/app.ts';

const { screens: titles } = appText;

export const agencyMasters: readonly ListedMaster[] = [
  {
    name: 'roles',
    contract: async () => (await import('./contract/roles.ts')).roles,
    screen: async () => (await import('./client/roles/roles.screen.tsx')).RolesScreen,
    path: '/admin/role',
    flag: 'list_role',
    title: titles.roles,
    icon: 'role',
    at: 510,
  },
  {
    name: 'breaks',
    contract: async () => (await import('./contract/breaks.ts')).breaks,
    screen: async () => (await import('./client/breaks/breaks.screen.tsx')).BreaksScreen,
    flag: 'list_break',
    title: titles.breaks,
    icon: 'pause',
    at: 560,
  },
  {
    name: 'centers',
    contract: async () => (await import('./contract/centers.ts')).centers,
    screen: async () => (await import('./client/centers/centers.screen.tsx')).CentersScreen,
    flag: 'list_centers',
    title: titles.centers,
    icon: 'building',
    at: 580,
  },
];
