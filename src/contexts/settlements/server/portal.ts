import { byKey, paged } from '#kernel/server/database/table.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import { Failure } from '#kernel/contract/failure.ts';
import { type clientAnswers, isAnswerable, portal } from '#contexts/settlements/contract/portal.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { offerApproved } from './agreements/versions.ts';
import { addRemark, addSteps } from './change-store.ts';
import { documentsOf, handedTo } from './documents.ts';
import { isExpired } from './expiry.ts';
import { refuseExpired } from './new-day.ts';
import { historyColumns } from './history.ts';
import { planStep } from './plans/keep.ts';
import { planColumns } from './plans/store.ts';
import { settlementsFrom, recovery, stepsOf } from './store.ts';

type Row = z.output<typeof portal.list.gives>;
type Query = z.output<typeof portal.list.takes>;
type Answer = (typeof clientAnswers)[number];

const rowsOf = (chosen: Fragment, now: Date): Fragment => sql`
  select page.*, round(100 - page."recoveryOnPos"::numeric, 2)::float8 as "waiverOnPos" from (
    select t.id, l.loan_number as "loanNumber", b.name as borrower, p.name as portfolio, t.amount,
      t.settlement_date as "settlementDate", ${isExpired(now)} as "isExpired", t.principal_outstanding as "principalOutstanding",
      l.total_outstanding as "totalOutstanding", ${recovery} as "recoveryOnPos",
      coalesce(t.client_status, 'Pending') as "clientStatus", t.client_comments as "clientComments",
      t.updated_client_amount as "updatedClientAmount", t.is_client_query as "isClientQuery",
      (select count(*)::int from settlement_documents d where d.settlement_id = t.id) as papers,
      t.sent_to_client_at as "sentToClientAt", ${planColumns}, ${historyColumns}
    ${settlementsFrom} join portfolios p on p.id = l.portfolio_id ${chosen}) page order by page."sentToClientAt" desc, page.id desc`;

const chosenBy = (actor: ServerActor, query: Query): Fragment =>
  where([
    handedTo(actor),
    ...narrow<typeof portal.list>(query, {
      status: (status) => sql`coalesce(t.client_status, 'Pending') = ${status}`,
      plan: (state) =>
        sql`exists (select from settlement_plans q where q.settlement_id = t.id and q.state = ${state})`,
      isNews: (
        isNews,
      ) => sql`exists (select from settlement_plans q where q.settlement_id = t.id and q.state = 'broken'
        and q.noted_at is null) = ${isNews}`,
      q: (q) => sql`${loanHas(q)}`,
    }),
  ]);

interface Held {
  id: number;
  loanId: number;
  status: string;
  clientStatus: Row['clientStatus'];
  assigneeId: number | null;
  userId: number;
  isExpired: boolean;
  payBy: string;
}
/** Locked, so that two client users decide one after the other. */
async function lockOffered({ tx, actor, now }: Context, key: string): Promise<Held> {
  const held = await tx.one<Held>(sql`
    select t.id, t.loan_id as "loanId", t.status, coalesce(t.client_status, 'Pending') as "clientStatus",
      l.assignee_id as "assigneeId", t.user_id as "userId", ${isExpired(now)} as "isExpired", t.settlement_date as "payBy"
    from settlements t join loans l on l.id = t.loan_id
    where t.id = (select id from settlements where ${byKey(key)}) and ${handedTo(actor)} for no key update of t`);
  if (!held) throw new Failure('NOT_FOUND');
  return held;
}

async function rowOf({ tx, now }: Context, id: number): Promise<Row> {
  const [row] = await tx.rows<Row>(rowsOf(sql`where t.id = ${id}`, now));
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/** As the timelines spell it. */
const spelled: Readonly<Record<Answer, string>> = {
  Approved: 'Approved',
  Rejected: 'Rejected',
  QueryRaised: 'Query Raised',
  AmountUpdated: 'Amount Updated',
};
const needed = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'required' }]);

async function seen(tx: Tx, actor: ServerActor, key: string): Promise<{ id: number }> {
  const found = await tx.one<{ id: number }>(
    sql`select t.id ${settlementsFrom} where t.id = (select id from settlements where ${byKey(key)}) and ${handedTo(actor)}`,
  );
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

export const portalRoutes: Route[] = implement(portal, {
  list(query, { tx, actor, now }) {
    const chosen = chosenBy(actor, query);
    return counted(tx, query, sql`${settlementsFrom} ${chosen}`, () =>
      tx.planned<Row>(sql`${rowsOf(chosen, now)} ${paged(query)}`),
    );
  },

  timeline: async ({ id }, { tx, actor }) => stepsOf(tx, (await seen(tx, actor, id)).id, { side: 'client' }),
  documents: async ({ id }, { tx, actor }) => documentsOf(tx, actor, (await seen(tx, actor, id)).id),

  async note({ id: key }, context) {
    const { tx, actor, emit, now } = context;
    const held = await lockOffered(context, key);
    const plan = await tx.one<{ state: string }>(sql`
      update settlement_plans set noted_at = coalesce(noted_at, ${now}), noted_by = coalesce(noted_by, ${actor.id})
      where settlement_id = ${held.id} and state = 'broken' returning state`);
    if (!plan) throw new Failure('SETTLEMENT_STATE', { status: held.status });
    emit('settlements.changed', {
      id: held.id,
      facts: { loanId: held.loanId, before: planStep('broken'), after: 'Client noted' },
      to: [actor.id],
    });
    return rowOf(context, held.id);
  },

  async answer({ id: key, status, comments: comment = '', amount }, context) {
    const { tx, actor, emit, now } = context;
    const held = await lockOffered(context, key);
    if (held.status !== 'Approved') throw new Failure('SETTLEMENT_STATE', { status: held.status });
    if (!isAnswerable(held.clientStatus))
      throw new Failure('SETTLEMENT_STATE', { status: held.clientStatus });
    if (status === 'Approved') refuseExpired(held);
    if (status === 'AmountUpdated' && !amount) throw needed('amount');
    if ((status === 'Rejected' || status === 'QueryRaised') && comment === '') throw needed('comments');
    const counter = status === 'AmountUpdated' ? amount : undefined;
    await tx.run(sql`
      update settlements set client_status = ${status}, client_comments = ${comment}, is_client_query = ${status === 'QueryRaised'},
        updated_client_amount = coalesce(${counter ?? null}::bigint, updated_client_amount), updated_at = now()
      where id = ${held.id}`);
    if (status === 'Approved') await offerApproved(tx, held.id, now);
    await addSteps(tx, {
      ids: [held.id],
      side: 'client',
      status: spelled[status],
      comment,
      ...(counter !== undefined && { amount: counter }),
      userId: actor.id,
    });
    if (status === 'QueryRaised')
      await addRemark(tx, { id: held.id, content: comment, isForClient: true, userId: actor.id });
    emit('settlements.changed', {
      id: held.id,
      facts: { loanId: held.loanId, before: held.clientStatus, after: `Client ${status}`, comment },
      to: await watchersOf(tx, [held.assigneeId, held.userId]),
    });
    return rowOf(context, held.id);
  },
});
