/** Authority: approval policies, limits, and pending approvals. */
import { agency } from '#contexts/agency/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { authority as contract } from '#contexts/authority/contract/authority.ts';
import { usualMaxWaiver } from '#contexts/lenders/contract/rules/waiver-rules.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { type Host, fill, module } from '#kernel/server/module.ts';
import { guardSlot } from '#kernel/server/slots.ts';
import { authorityKinds } from '#contexts/authority/contract/rules.ts';
import { actSlot } from './acts/act.ts';
import { askedPage, withdraw } from './acts/due.ts';
import { guardOf } from './acts/guard.ts';
import { ownActs } from './acts/own.ts';
import { stepActs } from './acts/step-acts.ts';
import { type DoDeps, actRequests } from './acts/requests.ts';
import { authorityMasters } from '../masters.ts';
import { benchOf } from './bench.ts';
import { decideRequest, passOn, peopleFor, waitingPage } from './inbox.ts';
import { keepMovingOn } from './overdue.ts';
import { type KindOfRequest, kindOfRequestSlot } from './slots.ts';
import { stepRoutes } from './steps.ts';

interface Filling {
  filled: Host['filled'];
  routes: Host['routes'];
  safe: Host['safe'];
}
const doingOf = ({ filled, routes, safe }: Filling): DoDeps => ({
  acts: () => filled(actSlot),
  routes,
  safe,
});
/** Of the contexts above, and of every act. */
const kindsOf = (host: Filling): readonly KindOfRequest[] => [
  ...host.filled(kindOfRequestSlot),
  ...authorityKinds.filter((kind) => kind !== 'settlement').map((kind) => actRequests(doingOf(host), kind)),
];

export const authority = module({
  name: 'authority',
  owns: ['authority_requests', 'authority_acts'],
  masters: authorityMasters,
  needs: [agency, lenders],
  fills: ({ filled, safe, jobs }) => [
    fill(guardSlot, guardOf({ acts: () => filled(actSlot), safe, jobs })),
    fill(actSlot, ...ownActs, ...stepActs),
  ],
  routes: ({ config, ...host }) => [
    ...stepRoutes,
    ...implement(contract, {
      waiting: (query, { tx, actor, now }) => waitingPage(tx, actor, query, { kinds: kindsOf(host), now }),
      people: ({ id }, context) => peopleFor(context, id, kindsOf(host)),
      decide: (asked, context) => decideRequest(context, asked, kindsOf(host)),
      passOn: (asked, context) => passOn(context, asked, kindsOf(host)),
      asked: (query, { tx, actor }) => askedPage(tx, actor, query),
      withdraw: ({ id }, context) => withdraw(context, id),
      bench: (asked, { tx }) => benchOf(tx, asked, config.maxWaiver ?? usualMaxWaiver),
    }),
  ],
  starts: ({ database, clock, log, jobs, ...host }) => [
    keepMovingOn(database, clock, { log, jobs, kinds: () => kindsOf(host), doing: doingOf(host) }),
  ],
});
