/** Endpoint of the state of the exchange. */
import { exchange } from '#contexts/dialer/contract/exchange/state.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { CallDeps } from '../place-call.ts';

export const exchangeRoutes = (deps: Pick<CallDeps, 'caps' | 'isHeard' | 'exchange'>): Route[] =>
  implement(exchange, {
    async state(_, { tx }) {
      const { hasExchange } = deps.caps;
      const { fault, detail, faultAt, dials, lagMs } = await deps.exchange.state(tx);
      return {
        hasExchange,
        isHeard: hasExchange && (await deps.isHeard()),
        recordingFault: fault === null ? null : { what: fault, detail, since: faultAt ?? '' },
        lagMs,
        dials,
      };
    },
  });
