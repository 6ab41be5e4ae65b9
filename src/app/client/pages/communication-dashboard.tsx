/** The dashboard of messages, with what they brought. */
import { communicationDashboardScreen } from '#contexts/messaging/client/communications/dashboard.screen.tsx';
import { MessagesCard } from '#contexts/reporting/client/charts/messages-card.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';

const Screen = communicationDashboardScreen(MessagesCard);

export const CommunicationDashboard = () => (
  <>
    <DashboardTabs />
    <Screen />
  </>
);
