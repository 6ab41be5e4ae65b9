/** Screens of lenders: their masters, and who works which campaign. */
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells, screensOf } from '#kernel/ui/module.ts';
import { lendersMasters } from '../masters.ts';

export const lendersScreens: readonly Screen[] = [
  ...screensOf(lendersMasters),
  ...inShells(['portal'], {
    path: '/portal/people',
    title: appText.screens.portalPeople,
    icon: 'people',
    menu: 'main',
    at: 706,
    load: async () => (await import('./portal-people/people.screen.tsx')).PortalPeopleScreen,
  }),
  inAdmin('list_campaign_user', {
    path: '/admin/mapping',
    title: appText.screens.mapping,
    icon: 'connect',
    menu: 'main',
    group: 'masters',
    at: 600,
    load: async () => (await import('./campaigns/mapping.screen.tsx')).MappingScreen,
  }),
];
