/** Lenders: clients with their portfolios, campaigns, and what can be said of a contact with their borrowers. */
import { agency } from '#contexts/agency/server/module.ts';
import { type SwitchOffCheck, switchOffSlot } from '#contexts/agency/server/slots.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot, uniqueSlot } from '#kernel/server/slots.ts';
import { allocationTypeHierarchyRoutes } from './allocation-type-hierarchy/routes.ts';
import { allocationTypeRoutes } from './allocation-types/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { dispositionRoutes } from './dispositions/routes.ts';
import { optionValueRoutes } from './option-values/routes.ts';
import { optionRoutes } from './options/routes.ts';
import { portfolioRoutes } from './portfolios/routes.ts';
import { campaignStoppedSlot } from './slots.ts';

const clientFlags = { any: ['add_client', 'edit_client'] } as const;

export const lenders = module({
  name: 'lenders',
  owns: [
    'clients',
    'portfolios',
    'allocation_types',
    'allocation_type_hierarchy',
    'campaigns',
    'campaign_agents',
    'dispositions',
    'disposition_clients',
    'option_values',
  ],
  needs: [agency],
  fills: () => [
    fill(
      uniqueSlot,
      {
        entity: 'allocation-types',
        field: 'name',
        table: 'allocation_types',
        column: 'name',
        can: { any: ['create_allocation_type', 'update_allocation_type'] },
      },
      {
        entity: 'campaigns',
        field: 'name',
        table: 'campaigns',
        column: 'name',
        can: { any: ['add_campaign', 'edit_campaign'] },
      },
      { entity: 'clients', field: 'name', table: 'clients', column: 'name', can: clientFlags },
      {
        entity: 'clients',
        field: 'contactPersonEmail',
        table: 'clients',
        column: 'contact_person_email',
        can: clientFlags,
      },
      {
        entity: 'portfolios',
        field: 'name',
        table: 'portfolios',
        column: 'name',
        can: { any: ['add_portfolio', 'edit_portfolio'] },
      },
    ),
  ],
  routes({ agency: { hashChosen, endSessions, moveAddress }, filled }) {
    const stopped = async (tx: Tx, id: number): Promise<void> => {
      for (const stop of filled(campaignStoppedSlot)) await stop(tx, id);
    };
    const checkNothingHangs: SwitchOffCheck = async (tx, what, id) => {
      for (const check of filled(switchOffSlot)) await check(tx, what, id);
    };
    return [
      ...allocationTypeHierarchyRoutes,
      ...allocationTypeRoutes,
      ...campaignRoutes({ checkNothingHangs, stopped }),
      ...clientRoutes({ hashChosen, endSessions, moveAddress, checkNothingHangs }),
      ...dispositionRoutes,
      ...optionValueRoutes,
      ...optionRoutes(
        filled(uniqueSlot),
        filled(exportSlot).map(({ type }) => type),
      ),
      ...portfolioRoutes({ checkNothingHangs }),
    ];
  },
});
