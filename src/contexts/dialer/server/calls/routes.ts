import { calls } from '#contexts/dialer/contract/calls.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { inboundPageOf, callPage } from './store.ts';

export const callRoutes = implement(calls, {
  list: (query, { tx, actor }) => callPage(tx, actor, query),
  inbound: (query, { tx, actor }) => inboundPageOf(tx, actor, query),
});
