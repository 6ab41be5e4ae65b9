import { CommunicationDashboardScreen } from '#client/features/communications/dashboard.screen.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';

export const CommunicationDashboard = () => (
  <>
    <DashboardTabs />
    <CommunicationDashboardScreen />
  </>
);
