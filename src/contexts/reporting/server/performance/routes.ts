import { borrowerCollection } from '#contexts/reporting/contract/borrower-collection.ts';
import { performance } from '#contexts/reporting/contract/performance.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import * as agents from './agents-store.ts';
import * as borrowers from './borrowers-store.ts';
import * as clients from './clients-store.ts';

interface Parts {
  /** Tells loans anew from their payments; how many it changed. */
  syncSummaries: (tx: Tx, loanIds: readonly number[]) => Promise<number>;
}
export const performanceRoutes = ({ syncSummaries }: Parts): Route[] => [
  ...implement(performance, {
    agents: (query, { tx, actor, now }) => agents.pageOf(tx, actor, query, now),
    clients: (query, { tx, actor, now }) => clients.rowsOf(tx, actor, query, now),
    async syncClients({ clientIds }, { tx, actor, emit }) {
      const changed = await syncSummaries(tx, await clients.loansOf(tx, actor, clientIds));
      emit('performance.synced', { facts: { loans: changed }, to: [actor.id] });
      return { loans: changed };
    },
  }),
  ...implement(borrowerCollection, {
    list: (query, { tx, actor, now }) => borrowers.borrowerPage(tx, actor, query, now),
  }),
];
