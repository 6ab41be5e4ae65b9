/** What is everybody's own, whatever they work on: the account, the lender's portal, and the page of a refusal. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from './screen.ts';

const everyone = ['agent', 'desk', 'admin', 'portal'] as const;
const { screens: titles } = appText;

export const ownScreens: readonly Screen[] = [
  ...inShells(['portal'], {
    path: '/portal',
    title: titles.portal,
    icon: 'promise',
    menu: 'main',
    load: async () => (await import('#contexts/settlements/client/portal/portal.screen.tsx')).PortalScreen,
  }),
  ...inShells(everyone, {
    path: '/account/password',
    title: titles.password,
    icon: 'key',
    menu: 'account',
    load: async () => (await import('#contexts/agency/client/account/password.screen.tsx')).PasswordScreen,
  }),
  ...inShells(everyone, {
    path: '/account/sessions',
    title: titles.sessions,
    icon: 'devices',
    menu: 'account',
    load: async () => (await import('#contexts/agency/client/account/sessions.screen.tsx')).SessionsScreen,
  }),
  ...inShells(['agent', 'desk'], {
    path: '/exports',
    title: titles.exports,
    icon: 'install',
    menu: 'account',
    load: async () => (await import('#contexts/files/client/exports.screen.tsx')).ExportsScreen,
  }),
  {
    path: '/page403',
    shell: 'public',
    can: 'public',
    title: titles.forbidden,
    icon: 'lock',
    load: async () => (await import('./pages/refusals.tsx')).Forbidden,
  },
];
