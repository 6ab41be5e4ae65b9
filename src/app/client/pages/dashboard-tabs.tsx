import { useLocation, useNavigate } from 'react-router-dom';
import { communicationDashboardText as say } from '#contexts/messaging/text/en/communication-dashboard.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import { menuFor } from '../menu.ts';

const tabs = [
  { key: '/admin/dashboard', label: say.tabs.performance },
  { key: '/admin/dashboard/communication', label: say.tabs.communications },
];

/** The dashboards of admins, each at its address (document 1, section 2.2). */
export function DashboardTabs() {
  const { pathname } = useLocation();
  const go = useNavigate();
  const mine = new Set(menuFor(useActor(), 'main').map(({ path }) => path));
  const open = tabs.filter(({ key }) => mine.has(key));
  if (open.length < 2) return null;
  return <TabStrip label={say.tabsLabel} tabs={open} now={pathname} onChoose={(key) => void go(key)} />;
}
