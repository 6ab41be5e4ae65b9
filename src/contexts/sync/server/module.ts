/** Sync: entries queued on phones, their reviews, and the phone's cache. */
import { agency } from '#contexts/agency/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { work } from '#contexts/work/server/module.ts';
import { fill, module } from '#kernel/server/module.ts';
import { gaugeSlot } from '#kernel/server/slots.ts';
import { forgetTokens } from './device-tokens.ts';
import { doorFactsBy } from './door-facts.ts';
import { syncGauges } from './gauges.ts';
import { rotateKeys } from './keys.ts';
import { syncRoutes } from './routes.ts';

export const sync = module({
  name: 'sync',
  owns: ['sync_keys', 'sync_reviews', 'sync_discards', 'sync_losses', 'device_tokens', 'database_epoch'],
  needs: [agency, lenders, loans, contact, work],
  fills: () => [fill(gaugeSlot, ...syncGauges)],
  // Entries are applied by the endpoints of all contexts before this one.
  routes: ({ log, routes, work: { tasksOf }, loans: { timelinesOf }, contact: { presentHolds, evaluate } }) =>
    syncRoutes({
      routes: [...routes()],
      log,
      tasksOf,
      doorFactsOf: doorFactsBy({ timelinesOf, presentHolds, evaluate }),
    }),
  keeps: ({ database, clock }) => [() => rotateKeys(database, clock.now()), () => forgetTokens(database)],
});
