/** Authority: who decides what needs a second person, up to which limits, and what waits for whom. */
import { agency } from '#contexts/agency/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { authority as contract } from '#contexts/authority/contract/authority.ts';
import { usualMaxWaiver } from '#contexts/settlements/contract/waiver-rules.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { module } from '#kernel/server/module.ts';
import { authorityMasters } from '../masters.ts';
import { benchOf } from './bench.ts';
import { decideRequest, passOn, peopleFor, waitingPage } from './inbox.ts';
import { keepMovingOn } from './overdue.ts';
import { kindOfRequestSlot } from './slots.ts';
import { stepRoutes } from './steps.ts';

export const authority = module({
  name: 'authority',
  owns: ['authority_requests'],
  masters: authorityMasters,
  needs: [agency, lenders],
  routes: ({ config, filled }) => [
    ...stepRoutes,
    ...implement(contract, {
      waiting: (query, { tx, actor }) => waitingPage(tx, actor, query, filled(kindOfRequestSlot)),
      people: ({ id }, context) => peopleFor(context, id, filled(kindOfRequestSlot)),
      decide: (asked, context) => decideRequest(context, asked, filled(kindOfRequestSlot)),
      passOn: (asked, context) => passOn(context, asked, filled(kindOfRequestSlot)),
      bench: (asked, { tx }) => benchOf(tx, asked, config.maxWaiver ?? usualMaxWaiver),
    }),
  ],
  starts: ({ database, clock, log, jobs, filled }) => [
    keepMovingOn(database, clock, { log, jobs, kinds: () => filled(kindOfRequestSlot) }),
  ],
});
