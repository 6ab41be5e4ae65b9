import { activity } from '#contexts/reporting/contract/activity.ts';
import { allocationTypes } from '#contexts/lenders/contract/allocation-types.ts';
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { centers } from '#contexts/agency/contract/centers.ts';
import { clients } from '#contexts/lenders/contract/clients.ts';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { dnc } from '#contexts/contact/contract/dnc.ts';
import { options } from '#contexts/lenders/contract/options.ts';
import { portfolios } from '#contexts/lenders/contract/portfolios.ts';
import { roles } from '#contexts/agency/contract/roles.ts';
import { users } from '#contexts/agency/contract/users.ts';
import { may } from '#kernel/contract/access.ts';
import type { KitEndpoints } from '#kernel/ui/list/dropdowns.ts';
import { shellOf } from '#kernel/ui/module.ts';
import { screens } from './screens/screens.ts';

/** Addresses of the screens that add the choices of these dropdowns. */
const homes: Readonly<Record<string, string>> = {
  agents: '/admin/users',
  'allocation-types': '/admin/allocation-type',
  campaigns: '/admin/campaigns',
  centers: '/admin/centers',
  clients: '/admin/client',
  dispositions: '/admin/disposition',
  givenRoles: '/admin/role',
  leaders: '/admin/users',
  parentRoles: '/admin/role',
  portfolios: '/admin/portfolio',
  reportBreaks: '/admin/breaks',
  roles: '/admin/role',
  users: '/admin/users',
};

/** Registers which dropdown has the options of which id, because the kit has no domain. */
export const kitEndpoints: KitEndpoints = {
  dropdowns: {
    agents: users.agents,
    'allocation-types': allocationTypes.dropdown,
    campaigns: campaigns.dropdown,
    centers: centers.dropdown,
    cities: options.cities,
    clients: clients.dropdown,
    dispositions: dispositions.dropdown,
    dncLoans: dnc.loans,
    extensions: users.extensions,
    givenRoles: roles.given,
    leaders: users.leaders,
    parentRoles: roles.dropdown,
    portfolios: portfolios.dropdown,
    reportBreaks: activity.breakDropdown,
    roles: roles.dropdown,
    states: options.states,
    subDispositions: dispositions.subs,
    users: users.dropdown,
  },
  lasting: [options.cities, options.states],
  unique: options.validate,
  homeOf(name, within, actor) {
    // Users of a campaign are those mapped to it.
    const path = within === 'campaignId' ? '/admin/mapping' : homes[name];
    const shell = shellOf(actor.roleType);
    return screens.find((screen) => screen.path === path && screen.shell === shell && may(actor, screen.can));
  },
};
