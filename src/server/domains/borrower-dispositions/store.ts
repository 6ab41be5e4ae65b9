import type { z } from 'zod/mini';
import type { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { dispositionIds } from '#contract/dispositions.ts';
import { type ServerActor, visibleLoans } from '#server/kernel/actor.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql, where } from '#server/kernel/sql.ts';
import { countOf, like, paged } from '#server/kernel/table.ts';
import type { Outcome } from './rules.ts';

export type Row = z.output<typeof borrowerDispositions.list.gives>;

const visibleTo = (actor: ServerActor): Fragment => visibleLoans(actor, sql`l.assignee_id`);

export interface Query {
  page?: number;
  size?: number;
  q?: string;
  sort?: string;
  module?: 'PTP' | 'followup';
  loanId?: number;
  clientIds?: number[];
  hierarchyUsers?: number[];
  promiseState?: string;
  startDate?: string;
  endDate?: string;
}
const moduleIds = { PTP: dispositionIds.PTP, followup: dispositionIds.Followup } as const;
const orders: Readonly<Record<string, Fragment>> = {
  actionDate: sql`d.action_date, d.id`,
  '-actionDate': sql`d.action_date desc nulls last, d.id desc`,
  amount: sql`d.amount nulls first, d.id`,
  '-amount': sql`d.amount desc nulls last, d.id desc`,
  createdAt: sql`d.id`,
  '-createdAt': sql`d.id desc`,
};
const newestFirst = sql`d.id desc`;
const inIndia = sql`(d.created_at at time zone 'Asia/Kolkata')::date`;

export const joined = sql`join clients c on c.id = l.client_id join users u on u.id = d.user_id
  join dispositions m on m.id = d.disposition_id left join dispositions s on s.id = d.sub_disposition_id
  left join promises p on p.id = d.id`;
export const from = sql`from borrower_dispositions d join loans l on l.id = d.loan_id join borrowers b on b.id = l.borrower_id`;
/** What a caller asks of the outcomes of loans they see. */
export function chosenBy(actor: ServerActor, query: Query): Fragment {
  const { q, module, loanId, clientIds, hierarchyUsers, promiseState, startDate, endDate } = query;
  return where([
    visibleTo(actor),
    module !== undefined && sql`d.disposition_id = ${moduleIds[module]}`,
    loanId !== undefined && sql`d.loan_id = ${loanId}`,
    clientIds !== undefined && sql`l.client_id = any(${clientIds})`,
    hierarchyUsers !== undefined && sql`d.user_id = any(${hierarchyUsers})`,
    promiseState !== undefined &&
      sql`exists (select from promises y where y.id = d.id and y.state = ${promiseState})`,
    startDate !== undefined && sql`coalesce(d.action_date, ${inIndia}) >= ${startDate}`,
    endDate !== undefined && sql`coalesce(d.action_date, ${inIndia}) <= ${endDate}`,
    q !== undefined && q !== '' && sql`(l.loan_number ilike ${like(q)} or b.name ilike ${like(q)})`,
  ]);
}
export const orderOf = ({ sort = '' }: Query): Fragment => orders[sort] ?? newestFirst;

export async function pageOf(
  tx: Tx,
  actor: ServerActor,
  query: Query,
): Promise<{ rows: Row[]; count: number }> {
  const chosen = chosenBy(actor, query);
  const rows = await tx.rows<Row>(sql`
    select d.id, d.created_at as "createdAt", d.loan_id as "loanId",
      jsonb_build_object('id', m.id, 'name', m.name) as dispositions,
      case when s.id is null then null else jsonb_build_object('id', s.id, 'name', s.name) end as "subDispositions",
      d.comments, d.amount, d.action_date as "actionDate", d.follow_up_date as "followUpDate", d.is_hot_ptp as "isHotPtp",
      u.first_name || ' ' || u.last_name as "agentName",
      case when p.id is null then null else jsonb_build_object('state', p.state, 'received', p.received) end as promise,
      jsonb_build_object('loanNumber', l.loan_number, 'isDNC', l.is_dnc, 'borrowerName', b.name, 'client', c.name,
        'mobile', 'XXXXXX' || right(l.mobile, 4)) as "borrowerLoan"
    ${from} ${joined} ${chosen} order by ${orderOf(query)} ${paged(query)}`);
  const count = await countOf(query, rows.length, async () => {
    const total = await tx.one<{ count: number }>(sql`select count(*) as count ${from} ${chosen}`);
    return total?.count ?? 0;
  });
  return { rows, count };
}

export interface LockedLoan {
  id: number;
  borrowerId: number;
  clientId: number;
  assigneeId: number | null;
}

/** The loan, held until the entry is written; undefined when it is not there or not the caller's. */
export const lockLoan = (tx: Tx, actor: ServerActor, id: number): Promise<LockedLoan | undefined> =>
  tx.one<LockedLoan>(sql`
    select l.id, l.borrower_id as "borrowerId", l.client_id as "clientId", l.assignee_id as "assigneeId"
    from loans l where l.id = ${id} and ${visibleTo(actor)} for no key update`);

/** True when the disposition exists for this client, and the sub-disposition belongs to it. */
export async function isKnown(
  tx: Tx,
  o: { dispositionId: number; subId: number | null; clientId: number },
): Promise<boolean> {
  const found = await tx.one(sql`
    select 1 as ok from dispositions d
    where d.id = ${o.dispositionId} and d.parent_id is null
      and (d.default_apply or exists (select from disposition_clients c where c.disposition_id = d.id and c.client_id = ${o.clientId}))
      and (${o.subId}::bigint is null or exists (select from dispositions s where s.id = ${o.subId} and s.parent_id = d.id))`);
  return found !== undefined;
}

export interface Entry extends Outcome {
  key: string | null;
  loan: LockedLoan;
  userId: number;
  dispositionId: number;
  subDispositionId: number | null;
  comments: string;
  isHotPtp: boolean;
}

/** What this key made before, whoever wrote it. */
export const entryOf = (
  tx: Tx,
  key: string,
): Promise<{ id: number; loanId: number; userId: number } | undefined> =>
  tx.one(sql`
    select id, loan_id as "loanId", user_id as "userId" from borrower_dispositions where client_uuid = ${key}`);

/** Writes the entry; undefined when somebody used its key a moment ago. */
export async function insertEntry(tx: Tx, e: Entry): Promise<number | undefined> {
  const made = await tx.one<{ id: number }>(sql`
    insert into borrower_dispositions (client_uuid, loan_id, borrower_id, user_id, disposition_id, sub_disposition_id,
      comments, amount, action_date, follow_up_date, is_hot_ptp, effective_at)
    values (${e.key}, ${e.loan.id}, ${e.loan.borrowerId}, ${e.userId}, ${e.dispositionId}, ${e.subDispositionId},
      ${e.comments}, ${e.amount}, ${e.actionDate}, ${e.followUpDate}, ${e.isHotPtp}, ${e.effectiveAt})
    on conflict (client_uuid) do nothing returning id`);
  return made?.id;
}

/** Last is the latest that happened, best the most important (G197): an old entry that arrives late moves neither back. */
export const standing = (tx: Tx, e: Entry): Promise<number> =>
  tx.run(sql`
    update loans l set
      last_disposition_id = case when l.last_disposition_at is null or l.last_disposition_at <= ${e.effectiveAt}
        then ${e.dispositionId} else l.last_disposition_id end,
      last_disposition_at = greatest(l.last_disposition_at, ${e.effectiveAt}::timestamptz),
      best_disposition_id = case when new.wins then ${e.dispositionId} else l.best_disposition_id end,
      best_sub_disposition_id = case when new.wins then ${e.subDispositionId}::bigint else l.best_sub_disposition_id end,
      best_disposition_at = case when new.wins then ${e.effectiveAt}::timestamptz else l.best_disposition_at end,
      updated_at = now()
    from (select best.id is null or d.priority < best.priority
        or (d.priority = best.priority and x.best_disposition_at <= ${e.effectiveAt}) as wins
      from loans x join dispositions d on d.id = ${e.dispositionId} left join dispositions best on best.id = x.best_disposition_id
      where x.id = ${e.loan.id}) new
    where l.id = ${e.loan.id}`);
