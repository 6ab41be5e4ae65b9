import { borrowerCollection } from '#contexts/reporting/contract/borrower-collection.ts';
import { performance } from '#contexts/reporting/contract/performance.ts';
import type { SyncSummaries } from '#contexts/payments/server/summaries/sync.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import * as agents from './agents-store.ts';
import * as borrowers from './borrowers-store.ts';
import * as clients from './clients-store.ts';

interface Parts {
  /** Recomputes loans from their payments. */
  syncSummaries: SyncSummaries;
}
export const performanceRoutes = ({ syncSummaries }: Parts): Route[] => [
  ...implement(performance, {
    agents: (query, { tx, actor, now }) => agents.pageOf(tx, actor, query, now),
    clients: (query, { tx, actor, now }) => clients.rowsOf(tx, actor, query, now),
    async syncClients({ clientIds }, { tx, actor, emit }) {
      const scope = {
        assigneeIds: await clients.workersSeen(tx, actor),
        clientIds: clientIds?.length ? clientIds : null,
      };
      const { loans, isRunning } = await syncSummaries(tx, scope, actor.id);
      if (isRunning)
        emit('summaries.sync-started', {
          facts: { users: null, clients: clientIds?.length ?? null },
          to: [actor.id],
        });
      else emit('performance.synced', { facts: { loans }, to: [actor.id] });
      return { loans, isRunning };
    },
  }),
  ...implement(borrowerCollection, {
    list: (query, { tx, actor, now }) => borrowers.borrowerPage(tx, actor, query, now),
  }),
];
