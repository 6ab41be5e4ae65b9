import { dashboard, loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { SyncSummaries } from '#contexts/payments/server/summaries/sync.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { scopeOf } from './scope.ts';
import * as money from './money-store.ts';
import * as callsStore from './calls-store.ts';
import * as store from './store.ts';

interface Deps {
  /** Recomputes loans from their payments. */
  syncSummaries: SyncSummaries;
}
const scope = ({ actor, now }: Context) => scopeOf(actor, now);

async function sync({ syncSummaries }: Deps, asked: readonly number[], { tx, actor, emit }: Context) {
  const people = await tx.rows<{ id: number }>(
    sql`select u.id from users u where u.id = any(${[...asked]}) and ${visibleUsers(actor, sql`u.id`)}`,
  );
  const users = people.map(({ id }) => id);
  const { loans, isRunning } = await syncSummaries(tx, { assigneeIds: users, clientIds: null }, actor.id);
  if (isRunning)
    emit('summaries.sync-started', { facts: { users: users.length, clients: null }, to: [actor.id] });
  else emit('dashboard.synced', { facts: { users: users.length, loans }, to: [actor.id] });
  return { users: users.length, loans, isRunning };
}

export const dashboardRoutes = (deps: Deps): Route[] => [
  ...implement(dashboard, {
    allocation: (_, context) => store.allocation(context.tx, scope(context)),
    topDispositions: (_, context) => store.topOf(context.tx, scope(context), 'disposition_id'),
    topSubDispositions: (_, context) => store.topOf(context.tx, scope(context), 'sub_disposition_id'),
    sync: ({ userIds }, context) => sync(deps, userIds ?? [context.actor.id], context),
  }),
  ...implement(loanStats, {
    calls: (_, context) => callsStore.callInfo(context.tx, scope(context)),
    payments: (_, context) => money.paymentInfo(context.tx, scope(context)),
    promises: (_, context) => store.promiseInfo(context.tx, scope(context)),
    settlements: (_, context) => store.settlementInfo(context.tx, scope(context)),
    classification: (_, context) => store.classification(context.tx, scope(context)),
    histories: (_, context) => money.histories(context.tx, scope(context)),
    statuses: (_, context) => store.statuses(context.tx, scope(context)),
    achievement: (_, context) => money.achievement(context.tx, scope(context)),
  }),
];
