/** Lenders: clients with their portfolios, campaigns, and dispositions. */
import { agency } from '#contexts/agency/server/module.ts';
import {
  type LendersOf,
  type SwitchOffCheck,
  lendersOfSlot,
  switchOffSlot,
} from '#contexts/agency/server/slots.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Host, fill, module } from '#kernel/server/module.ts';
import { sql } from '#kernel/server/database/sql.ts';
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
import { portalPeopleRoutes } from './portal-people/routes.ts';
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

/** Lenders of a user's active campaigns. */
const lendersOf: LendersOf = async (tx, userId) =>
  (
    await tx.rows<{ name: string }>(sql`
      select distinct c.name from campaign_agents a join campaigns k on k.id = a.campaign_id join clients c on c.id = k.client_id
      where a.user_id = ${userId} and k.is_active and c.is_active order by c.name`)
  ).map(({ name }) => name);

export const lenders = module({
  name: 'lenders',
  owns: ['campaign_agents', 'disposition_clients'],
  masters: lendersMasters,
  needs: [agency],
  fills: () => [fill(lendersOfSlot, lendersOf)],
  routes: ({ agency: { hashChosen, endSessions, moveAddress, sendLink }, filled, routes }) => [
    ...allocationTypeHierarchyRoutes,
    ...allocationTypeRoutes,
    ...campaignRoutes({ checkNothingHangs: hangingIn(filled), stopped: stoppedIn(filled) }),
    ...clientRoutes({ hashChosen, endSessions, moveAddress, checkNothingHangs: hangingIn(filled) }),
    ...dispositionRoutes,
    ...portalPeopleRoutes({ endSessions, invite: (tx, userId) => sendLink(tx, userId, 'invitation') }),
    ...optionValueRoutes,
    ...optionRoutes(
      () => [...filled(uniqueSlot), ...uniqueFieldsOf(routes())],
      filled(exportSlot).map(({ type }) => type),
    ),
    ...portfolioRoutes({ checkNothingHangs: hangingIn(filled) }),
  ],
});
