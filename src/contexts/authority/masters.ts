/** The master of authority, registered here and nowhere else. */
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import { appText } from '#text/en/app.ts';

export const authorityMasters: readonly ListedMaster[] = [
  {
    name: 'authority-steps',
    contract: async () => (await import('./contract/authority-steps.ts')).authoritySteps,
    screen: async () => (await import('./client/authority-steps.screen.tsx')).AuthorityStepsScreen,
    path: '/admin/authority',
    flag: 'edit_authority',
    title: appText.screens.authority,
    icon: 'decide',
    at: 665,
  },
];
