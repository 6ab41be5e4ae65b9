/** Messages to borrowers: one screen with tabs for agents and leaders, one address per channel for admins. */
import { channelOf, channelsFrom } from '#kernel/contract/channels/channels.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inAdmin, inShells } from '#kernel/ui/module.ts';

const loadLists = () => import('./communications/message-lists.tsx');
const { communication, templates } = appText.screens;
const channels = channelsFrom('sms', 'ivr', 'whatsApp', 'rcs');
const home = '/admin/communications';

export const messagingScreens: readonly Screen[] = [
  ...inShells(['agent', 'desk'], {
    path: '/communication',
    title: communication,
    icon: 'message',
    menu: 'main',
    at: 190,
    load: async () => (await loadLists()).CommunicationScreen,
  }),
  inAdmin('upload_communications_file', {
    path: '/admin/templates',
    title: templates,
    icon: 'template',
    menu: 'main',
    group: 'data',
    at: 490,
    load: async () => (await import('./templates/templates.screen.tsx')).TemplatesScreen,
  }),
  // The first is the menu item; the others are its tabs.
  ...channels.map((channel, i) =>
    inAdmin('list_communication_tracker', {
      path: channel === 'sms' ? home : `${home}/${channelOf[channel].tab}`,
      title: communication,
      icon: 'message',
      menu: i === 0 ? 'main' : undefined,
      group: 'reports',
      at: 650,
      load: async () => (await loadLists()).adminScreens[channel],
    }),
  ),
];
