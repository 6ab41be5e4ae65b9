/** The masters of contact, each registered here and nowhere else. */
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import { appText } from '#text/en/app.ts';

const { screens: titles } = appText;

export const contactMasters: readonly ListedMaster[] = [
  {
    name: 'compliance-rules',
    contract: async () => (await import('./contract/compliance-rules.ts')).complianceRules,
    screen: async () =>
      (await import('./client/compliance-rules/compliance-rules.screen.tsx')).ComplianceRulesScreen,
    path: '/admin/compliance',
    can: { roles: ['system_admin', 'admin'] },
    title: titles.complianceRules,
    icon: 'shield',
    at: 660,
  },
];
