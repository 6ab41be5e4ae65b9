/** Lenders: clients with their portfolios, campaigns, and what can be said of a contact with their borrowers. */
import { agency } from '#contexts/agency/server/module.ts';
import { type SwitchOffCheck, switchOffSlot } from '#contexts/agency/server/slots.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Host, module } from '#kernel/server/module.ts';
import { exportSlot, uniqueSlot } from '#kernel/server/slots.ts';
import { lendersMasters } from '../masters.ts';
import { allocationTypeHierarchyRoutes } from './allocation-type-hierarchy/routes.ts';
import { allocationTypeRoutes } from './allocation-types/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { dispositionRoutes } from './dispositions/routes.ts';
import { optionValueRoutes } from './option-values/routes.ts';
import { optionRoutes } from './options/routes.ts';
import { uniqueFieldsOf } from './options/unique-fields.ts';
import { portfolioRoutes } from './portfolios/routes.ts';
import { campaignStoppedSlot } from './slots.ts';

type Filled = Host['filled'];
const stoppedIn =
  (filled: Filled) =>
  async (tx: Tx, id: number): Promise<void> => {
    for (const stop of filled(campaignStoppedSlot)) await stop(tx, id);
  };
const hangingIn =
  (filled: Filled): SwitchOffCheck =>
  async (tx, what, id) => {
    for (const check of filled(switchOffSlot)) await check(tx, what, id);
  };

export const lenders = module({
  name: 'lenders',
  owns: ['campaign_agents', 'disposition_clients'],
  masters: lendersMasters,
  needs: [agency],
  routes: ({ agency: { hashChosen, endSessions, moveAddress }, filled, routes }) => [
    ...allocationTypeHierarchyRoutes,
    ...allocationTypeRoutes,
    ...campaignRoutes({ checkNothingHangs: hangingIn(filled), stopped: stoppedIn(filled) }),
    ...clientRoutes({ hashChosen, endSessions, moveAddress, checkNothingHangs: hangingIn(filled) }),
    ...dispositionRoutes,
    ...optionValueRoutes,
    ...optionRoutes(
      () => [...filled(uniqueSlot), ...uniqueFieldsOf(routes())],
      filled(exportSlot).map(({ type }) => type),
    ),
    ...portfolioRoutes({ checkNothingHangs: hangingIn(filled) }),
  ],
});
