/**
 * Declaration of a context for the console in `client/module.ts`: its screens and menu positions. Plain data: no
 * component is imported before it is opened, so that programs and the first visit can read it too.
 */
import type { ComponentType } from 'react';
import type { Flag } from '#kernel/contract/flags.ts';
import { type Access, type RoleType, adminRoles } from '#kernel/contract/access.ts';
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import type { IconName } from './parts/icon.tsx';

export type Shell = 'agent' | 'desk' | 'admin' | 'portal' | 'public';
export type MenuGroup = 'overview' | 'loans' | 'masters' | 'data' | 'reports';

export interface Screen {
  path: string;
  shell: Shell;
  can: Access;
  title: string;
  icon: IconName;
  /** Without one the screen is in no menu. */
  menu?: 'main' | 'account';
  /** Menu position across all contexts; without one it is last, by path. */
  at?: number;
  /** Where the agent's phone shows it: in the bottom bar too, or there only. */
  bar?: 'too' | 'only';
  /** An account item that the agent's phone also shows under More. */
  isMore?: true;
  /** Short label for the bottom bar. */
  short?: string;
  group?: MenuGroup;
  load: () => Promise<ComponentType>;
}

const deskRoles = ['manager', 'supervisor', 'authorized_officer', 'tech_lead'] as const;
const rolesOf = {
  agent: ['agent'],
  desk: deskRoles,
  admin: adminRoles,
  portal: ['client'],
} as const satisfies Record<Exclude<Shell, 'public'>, readonly RoleType[]>;
type RoleShell = keyof typeof rolesOf;

/** The role type decides the shell (G001, G008). */
export const shellOf = (role: RoleType): RoleShell =>
  (Object.keys(rolesOf) as RoleShell[]).find((shell) =>
    rolesOf[shell].some((one: RoleType) => one === role),
  ) ?? 'desk';

/** A screen in several shells, for all their users or those with its flag. */
export const inShells = (
  shells: readonly RoleShell[],
  { flag, ...screen }: Omit<Screen, 'shell' | 'can'> & { flag?: Flag },
): Screen[] =>
  shells.map((shell) => ({
    ...screen,
    shell,
    can: { roles: rolesOf[shell], ...(flag && { any: [flag] }) },
  }));

/** A screen of the admin shell, for users with its flag. */
export const inAdmin = (flag: Flag, screen: Omit<Screen, 'shell' | 'can'>): Screen => ({
  ...screen,
  shell: 'admin',
  can: { roles: adminRoles, any: [flag] },
});

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Masters in the admin shell, each for those who may list it. */
export const screensOf = (masters: readonly ListedMaster[]): Screen[] =>
  masters.map((master) => ({
    path: master.path ?? `/admin/${master.name}`,
    shell: 'admin',
    can: master.flag ? { roles: adminRoles, any: [master.flag] } : master.can,
    title: master.title ?? master.name.split('-').map(capital).join(' '),
    icon: (master.icon ?? 'file') as IconName,
    menu: 'main',
    group: 'masters',
    at: master.at,
    load: master.screen as Screen['load'],
  }));

/** Screens of all contexts in the order of the menus. */
export const inMenuOrder = (screens: readonly Screen[]): Screen[] =>
  screens.toSorted((a, b) => {
    const [one = Infinity, other = Infinity] = [a.at, b.at];
    return one === other ? (a.at === undefined ? a.path.localeCompare(b.path) : 0) : one - other;
  });
