/** The masters of lenders, each registered here and nowhere else. */
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import { appText } from '#text/en/app.ts';

const { screens: titles } = appText;

export const lendersMasters: readonly ListedMaster[] = [
  {
    name: 'allocation-type-hierarchy',
    contract: async () => (await import('./contract/allocation-type-hierarchy.ts')).allocationTypeHierarchy,
    screen: async () =>
      (await import('./client/allocation-type-hierarchy/allocation-type-hierarchy.screen.tsx'))
        .AllocationTypeHierarchyScreen,
    path: '/admin/allocation-hierarchy',
    flag: 'list_allocation_type',
    title: titles.allocationHierarchy,
    icon: 'hierarchy',
    at: 540,
  },
  {
    name: 'allocation-types',
    contract: async () => (await import('./contract/allocation-types.ts')).allocationTypes,
    screen: async () =>
      (await import('./client/allocation-types/allocation-types.screen.tsx')).AllocationTypesScreen,
    path: '/admin/allocation-type',
    flag: 'list_allocation_type',
    title: titles.allocationType,
    icon: 'layers',
    at: 550,
  },
  {
    name: 'portfolios',
    contract: async () => (await import('./contract/portfolios.ts')).portfolios,
    screen: async () => (await import('./client/portfolios/portfolios.screen.tsx')).PortfoliosScreen,
    path: '/admin/portfolio',
    flag: 'list_portfolio',
    title: titles.portfolios,
    icon: 'briefcase',
    at: 570,
  },
  {
    name: 'campaigns',
    contract: async () => (await import('./contract/campaigns.ts')).campaigns,
    screen: async () => (await import('./client/campaigns/campaigns.screen.tsx')).CampaignsScreen,
    flag: 'list_campaign',
    title: titles.campaigns,
    icon: 'megaphone',
    at: 590,
  },
  {
    name: 'clients',
    contract: async () => (await import('./contract/clients.ts')).clients,
    screen: async () => {
      const [screen, panel] = await Promise.all([
        import('./client/clients/clients.screen.tsx'),
        import('./client/dispositions/of-client.tsx'),
      ]);
      return screen.clientsScreen(panel.DispositionsOfClient);
    },
    path: '/admin/client',
    flag: 'list_client',
    title: titles.clients,
    icon: 'bank',
    at: 610,
  },
  {
    name: 'dispositions',
    contract: async () => (await import('./contract/dispositions.ts')).dispositions,
    screen: async () => (await import('./client/dispositions/dispositions.screen.tsx')).DispositionsScreen,
    flag: 'list_dispositions',
    path: '/admin/disposition',
    title: titles.dispositions,
    icon: 'tree',
    at: 620,
  },
  {
    name: 'option-values',
    contract: async () => (await import('./contract/option-values.ts')).optionValues,
    screen: async () => (await import('./client/option-values/option-values.screen.tsx')).OptionValuesScreen,
    path: '/admin/dropdown',
    can: 'system-admin',
    title: titles.optionValues,
    icon: 'dropdown',
    at: 670,
  },
];
