/** What a screen is, and the shells that screens stand in. */
import type { ComponentType } from 'react';
import type { Flag } from '#kernel/contract/flags.ts';
import { type Access, type RoleType, adminRoles } from '#kernel/contract/access.ts';
import type { appText } from '#text/en/app.ts';
import type { IconName } from '#kernel/ui/parts/icon.tsx';

export type Shell = 'agent' | 'desk' | 'admin' | 'portal' | 'public';
export type Group = keyof typeof appText.groups;

export interface Screen {
  path: string;
  shell: Shell;
  can: Access;
  title: string;
  icon: IconName;
  /** Without one the screen is in no menu. */
  menu?: 'main' | 'account';
  /** Where the agent's phone shows it: in the bottom bar too, or there only. */
  bar?: 'too' | 'only';
  /** For the bottom bar, which has room for a short word. */
  short?: string;
  group?: Group;
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

/** The same screen in several shells, for whoever works in them, or for those of them who hold its flag. */
export const inShells = (
  shells: readonly RoleShell[],
  { flag, ...screen }: Omit<Screen, 'shell' | 'can'> & { flag?: Flag },
): Screen[] =>
  shells.map((shell) => ({
    ...screen,
    shell,
    can: { roles: rolesOf[shell], ...(flag && { any: [flag] }) },
  }));

/** A master in the admin shell, for those who hold its flag. */
export const master = (flag: Flag, screen: Pick<Screen, 'path' | 'title' | 'icon' | 'load'>): Screen => ({
  ...screen,
  shell: 'admin',
  can: { roles: adminRoles, any: [flag] },
  menu: 'main',
  group: 'masters',
});
