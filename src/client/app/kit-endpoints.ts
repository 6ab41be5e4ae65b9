import { activity } from '#contract/activity.ts';
import { allocationTypes } from '#contract/allocation-types.ts';
import { campaigns } from '#contract/campaigns.ts';
import { centers } from '#contract/centers.ts';
import { clients } from '#contract/clients.ts';
import { dispositions } from '#contract/dispositions.ts';
import { dnc } from '#contract/dnc.ts';
import { options } from '#contract/options.ts';
import { portfolios } from '#contract/portfolios.ts';
import { roles } from '#contract/roles.ts';
import { users } from '#contract/users.ts';
import type { KitEndpoints } from '#client/ui/dropdowns.ts';

/** The kit knows no domain: from here it learns which dropdown offers the values of which id. */
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
};
