/** Screens of the agency: its masters, its users, and account pages. */
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells, screensOf } from '#kernel/ui/module.ts';
import { agencyMasters } from '../masters.ts';

const { screens: titles } = appText;

const everyone = ['agent', 'desk', 'admin', 'portal'] as const;

export const agencyScreens: readonly Screen[] = [
  ...screensOf(agencyMasters),
  inAdmin('list_user', {
    path: '/admin/users',
    title: titles.users,
    icon: 'user',
    menu: 'main',
    group: 'masters',
    at: 520,
    load: async () => (await import('./users/users.screen.tsx')).UsersScreen,
  }),
  inAdmin('list_permissions', {
    path: '/admin/permissions',
    title: titles.permissions,
    icon: 'lock',
    menu: 'main',
    group: 'masters',
    at: 530,
    load: async () => (await import('./roles/permissions.screen.tsx')).PermissionsScreen,
  }),
  inAdmin('list_user', {
    path: '/admin/identity-cards',
    title: titles.agentCards,
    icon: 'badge',
    menu: 'main',
    group: 'masters',
    at: 525,
    load: async () => (await import('./agent-cards/agent-cards.screen.tsx')).AgentCardsScreen,
  }),
  ...inShells(['agent', 'desk', 'admin'], {
    path: '/account/identity-card',
    title: titles.ownCard,
    icon: 'badge',
    menu: 'account',
    at: 700,
    load: async () => (await import('./agent-cards/own-card.screen.tsx')).OwnCardScreen,
  }),
  ...inShells(everyone, {
    path: '/account/password',
    title: titles.password,
    icon: 'key',
    menu: 'account',
    at: 710,
    load: async () => (await import('./account/password.screen.tsx')).PasswordScreen,
  }),
  ...inShells(everyone, {
    path: '/account/second-factor',
    title: titles.secondFactor,
    icon: 'lock',
    menu: 'account',
    at: 715,
    load: async () => (await import('./account/second-factor.screen.tsx')).SecondFactorScreen,
  }),
  ...inShells(everyone, {
    path: '/account/sessions',
    title: titles.sessions,
    icon: 'devices',
    menu: 'account',
    at: 720,
    load: async () => (await import('./account/sessions.screen.tsx')).SessionsScreen,
  }),
];
