/** The masters: one screen each in the admin shell, for those who hold its flag. */
import { appText } from '#text/en/app.ts';
import { type Screen, master } from './screen.ts';

const { screens: titles } = appText;

export const masterScreens: readonly Screen[] = [
  master('list_role', {
    path: '/admin/role',
    title: titles.roles,
    icon: 'badge',
    load: async () => (await import('#contexts/agency/client/roles/roles.screen.tsx')).RolesScreen,
  }),
  master('list_user', {
    path: '/admin/users',
    title: titles.users,
    icon: 'people',
    load: async () => (await import('#contexts/agency/client/users/users.screen.tsx')).UsersScreen,
  }),
  master('list_permissions', {
    path: '/admin/permissions',
    title: titles.permissions,
    icon: 'lock',
    load: async () =>
      (await import('#contexts/agency/client/roles/permissions.screen.tsx')).PermissionsScreen,
  }),
  master('list_allocation_type', {
    path: '/admin/allocation-hierarchy',
    title: titles.allocationHierarchy,
    icon: 'target',
    load: async () =>
      (
        await import('#contexts/lenders/client/allocation-type-hierarchy/allocation-type-hierarchy.screen.tsx')
      ).AllocationTypeHierarchyScreen,
  }),
  master('list_allocation_type', {
    path: '/admin/allocation-type',
    title: titles.allocationType,
    icon: 'layers',
    load: async () =>
      (await import('#contexts/lenders/client/allocation-types/allocation-types.screen.tsx'))
        .AllocationTypesScreen,
  }),
  master('list_break', {
    path: '/admin/breaks',
    title: titles.breaks,
    icon: 'coffee',
    load: async () => (await import('#contexts/agency/client/breaks/breaks.screen.tsx')).BreaksScreen,
  }),
  master('list_portfolio', {
    path: '/admin/portfolio',
    title: titles.portfolios,
    icon: 'briefcase',
    load: async () =>
      (await import('#contexts/lenders/client/portfolios/portfolios.screen.tsx')).PortfoliosScreen,
  }),
  master('list_centers', {
    path: '/admin/centers',
    title: titles.centers,
    icon: 'building',
    load: async () => (await import('#contexts/agency/client/centers/centers.screen.tsx')).CentersScreen,
  }),
  master('list_campaign', {
    path: '/admin/campaigns',
    title: titles.campaigns,
    icon: 'megaphone',
    load: async () =>
      (await import('#contexts/lenders/client/campaigns/campaigns.screen.tsx')).CampaignsScreen,
  }),
  master('list_campaign_user', {
    path: '/admin/mapping',
    title: titles.mapping,
    icon: 'connect',
    load: async () => (await import('#contexts/lenders/client/campaigns/mapping.screen.tsx')).MappingScreen,
  }),
  master('list_client', {
    path: '/admin/client',
    title: titles.clients,
    icon: 'bank',
    async load() {
      const [screen, panel] = await Promise.all([
        import('#contexts/lenders/client/clients/clients.screen.tsx'),
        import('#contexts/lenders/client/dispositions/of-client.tsx'),
      ]);
      return screen.clientsScreen(panel.DispositionsOfClient);
    },
  }),
  master('list_dispositions', {
    path: '/admin/disposition',
    title: titles.dispositions,
    icon: 'branches',
    load: async () =>
      (await import('#contexts/lenders/client/dispositions/dispositions.screen.tsx')).DispositionsScreen,
  }),
];
