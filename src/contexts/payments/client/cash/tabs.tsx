import { useLocation, useNavigate } from 'react-router-dom';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';

type CashTab = 'mine' | 'agents' | 'centers' | 'receipts' | 'deposits' | 'days';
const ofAgents: readonly CashTab[] = ['mine', 'deposits', 'days'];
const ofDesk: readonly CashTab[] = ['agents', 'centers', 'receipts', 'deposits', 'days', 'mine'];
const ofAdmins: readonly CashTab[] = ['agents', 'centers', 'receipts', 'deposits', 'days'];

/** Paths of the cash lists, under `/cash` or `/admin/cash`. */
export function useCashPath(): { home: string; tabs: readonly CashTab[]; pathOf: (tab: CashTab) => string } {
  const { pathname } = useLocation();
  const { roleType } = useCurrentUser();
  const home = pathname.startsWith('/admin') ? '/admin/cash' : '/cash';
  const tabs = roleType === 'agent' ? ofAgents : home === '/cash' ? ofDesk : ofAdmins;
  return { home, tabs, pathOf: (tab) => (tab === tabs[0] ? home : `${home}/${tab}`) };
}

export function CashTabs({ now }: { now: CashTab }) {
  const go = useNavigate();
  const { tabs, pathOf } = useCashPath();
  return (
    <TabStrip
      label={say.title}
      tabs={tabs.map((key) => ({ key, label: say.tabs[key] }))}
      now={now}
      onChoose={(chosen) => void go(pathOf(tabs.find((tab) => tab === chosen) ?? now))}
    />
  );
}
