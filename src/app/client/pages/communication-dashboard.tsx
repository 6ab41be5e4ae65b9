import { CommunicationDashboardScreen } from '#contexts/messaging/client/communications/dashboard.screen.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';

export const CommunicationDashboard = () => (
  <>
    <DashboardTabs />
    <CommunicationDashboardScreen />
  </>
);
