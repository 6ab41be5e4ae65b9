/** Screens of contact: who must not be called, and the rules of contact. */
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, screensOf } from '#kernel/ui/module.ts';
import { contactMasters } from '../masters.ts';

export const contactScreens: readonly Screen[] = [
  ...screensOf(contactMasters),
  inAdmin('list_dnc', {
    path: '/admin/dnc',
    title: appText.screens.dnc,
    icon: 'noCall',
    menu: 'main',
    group: 'data',
    at: 630,
    load: async () => (await import('./dnc/dnc.screen.tsx')).DncScreen,
  }),
];
