/** Messages to borrowers: one screen with tabs for whoever works loans, one address per channel for admins. */
import { adminRoles } from '#kernel/contract/access.ts';
import { channelOf, channelsFrom } from '#contexts/messaging/contract/channels.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from './screen.ts';

const loadLists = () => import('#contexts/messaging/client/communications/message-lists.tsx');
const { communication } = appText.screens;

export const communicationScreens: readonly Screen[] = inShells(['agent', 'desk'], {
  path: '/communication',
  title: communication,
  icon: 'megaphone',
  menu: 'main',
  load: async () => (await loadLists()).CommunicationScreen,
});

const channels = channelsFrom('sms', 'ivr', 'whatsApp', 'rcs');
const home = '/admin/communications';
export const templatesScreen: Screen = {
  path: '/admin/templates',
  shell: 'admin',
  can: { roles: adminRoles, any: ['upload_communications_file'] },
  title: appText.screens.templates,
  icon: 'file',
  menu: 'main',
  group: 'data',
  load: async () =>
    (await import('#contexts/messaging/client/templates/templates.screen.tsx')).TemplatesScreen,
};
export const communicationDashboardScreen: Screen = {
  path: '/admin/dashboard/communication',
  shell: 'admin',
  can: { roles: adminRoles, any: ['admin_dashboard'] },
  title: appText.screens.communicationDashboard,
  icon: 'megaphone',
  menu: 'main',
  group: 'overview',
  load: async () => (await import('./pages/communication-dashboard.tsx')).CommunicationDashboard,
};

/** The first stands in the menu; the others are its tabs. */
export const adminCommunicationScreens: readonly Screen[] = channels.map((channel, i) => ({
  path: channel === 'sms' ? home : `${home}/${channelOf[channel].tab}`,
  shell: 'admin',
  can: { roles: adminRoles, any: ['list_communication_tracker'] },
  title: communication,
  icon: 'megaphone',
  menu: i === 0 ? 'main' : undefined,
  group: 'reports',
  load: async () => (await loadLists()).adminScreens[channel],
}));
