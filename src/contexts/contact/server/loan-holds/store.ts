import type { z } from 'zod/mini';
import type { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { inForce } from '../policy/holds.ts';
import { stampLoans, writeAndStamp } from '#contexts/loans/server/stamp.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export type Hold = z.output<typeof loanHolds.list.gives>;

/** As for the profile: an agent in a call with the borrower of another agent's loan sees and places its holds. */
const visibleTo = (actor: ServerActor): Fragment => visibleLoan(actor, sql`l`);
const nameOf = (user: Fragment): Fragment =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;
const shown = (day: string): Fragment => sql`
  h.id, h.u_id as "uId", r.name as reason, h.from_day as "fromDay", h.until_day as "untilDay", h.note,
  ${nameOf(sql`h.placed_by`)} as "placedBy", h.created_at as "createdAt", ${nameOf(sql`h.ended_by`)} as "endedBy",
  h.ended_at as "endedAt", (${inForce(day)}) as "isNow"`;
const joined = sql`loan_holds h join compliance_rules r on r.id = h.rule_id join loans l on l.id = h.loan_id`;

interface Loan {
  id: number;
  clientId: number;
  productType: string | null;
  assigneeId: number | null;
  isActive: boolean;
}
const loan = sql`l.id, l.client_id as "clientId", l.product_type as "productType", l.assignee_id as "assigneeId",
  l.is_active as "isActive"`;
export const loanOf = (tx: Tx, actor: ServerActor, id: number): Promise<Loan | undefined> =>
  tx.one(sql`select ${loan} from loans l where l.id = ${id} and ${visibleTo(actor)}`);
/** Locks the loan, so that two identical holds are not placed concurrently. */
export const lockSeenLoan = (tx: Tx, actor: ServerActor, id: number): Promise<Loan | undefined> =>
  tx.one(sql`select ${loan} from loans l where l.id = ${id} and ${visibleTo(actor)} for no key update`);

const most = 200;
export const holdsOf = (tx: Tx, loanId: number, day: string): Promise<Hold[]> =>
  tx.rows(sql`
    select ${shown(day)} from ${joined} where h.loan_id = ${loanId}
    order by "isNow" desc, h.until_day desc, h.id desc limit ${most}`);

interface Reason {
  id: number;
  name: string;
  days: number;
}
/** Hold reasons of a loan on a day: general, of its client, of its product. */
export const reasonsFor = (
  tx: Tx,
  { clientId, productType }: Pick<Loan, 'clientId' | 'productType'>,
  day: string,
): Promise<Reason[]> =>
  tx.rows(sql`
    select id, name, hold_days as days from compliance_rules
    where kind = 'hold' and is_active and (client_id is null or client_id = ${clientId})
      and (product_type is null or lower(product_type) = lower(${productType}))
      and from_day <= ${day} and coalesce(until_day, 'infinity') >= ${day}
    order by name, id`);

/** An equal or longer hold for this reason exists. */
export const restsFor = async (
  tx: Tx,
  o: { loanId: number; reasonId: number; untilDay: string },
): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from loan_holds
    where loan_id = ${o.loanId} and rule_id = ${o.reasonId} and ended_at is null and until_day >= ${o.untilDay} limit 1`)) !==
  undefined;

export async function place(
  tx: Tx,
  o: { loanId: number; reasonId: number; today: string; untilDay: string; note: string; by: number | null },
): Promise<Hold | undefined> {
  const made = await tx.one<{ id: number }>(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day, note, placed_by)
    values (${o.loanId}, ${o.reasonId}, ${o.today}, ${o.untilDay}, ${o.note}, ${o.by}) returning id`);
  await stampLoans(tx, [o.loanId]);
  return made && holdById(tx, made.id, o.today);
}

/** Active holds on a day, of several loans. */
export const presentHolds = async (
  tx: Tx,
  loanIds: readonly number[],
  day: string,
): Promise<Map<number, Hold[]>> =>
  Map.groupBy(
    await tx.rows<Hold & { loanId: number }>(sql`
      select h.loan_id as "loanId", ${shown(day)} from ${joined}
      where h.loan_id = any(${[...loanIds]}::bigint[]) and ${inForce(day)}
      order by h.loan_id, h.until_day desc, h.id desc`),
    ({ loanId }) => loanId,
  );

export const holdById = (tx: Tx, id: number, day: string): Promise<Hold | undefined> =>
  tx.one(sql`select ${shown(day)} from ${joined} where h.id = ${id}`);

interface Held {
  id: number;
  loanId: number;
  assigneeId: number | null;
  reason: string;
  isNow: boolean;
}
/** An unreleased hold of a visible loan, by either key. */
export const lockHold = (
  tx: Tx,
  actor: ServerActor,
  { key, day }: { key: string; day: string },
): Promise<Held | undefined> =>
  tx.one(sql`
    select h.id, h.loan_id as "loanId", l.assignee_id as "assigneeId", r.name as reason,
      h.ended_at is null and h.until_day >= ${day}::date as "isNow"
    from ${joined} where (h.id::text = ${key} or h.u_id::text = lower(${key})) and ${visibleTo(actor)}
    for no key update of h`);

export const end = (tx: Tx, o: { id: number; by: number; now: Date }): Promise<number> =>
  writeAndStamp(tx, sql`update loan_holds set ended_by = ${o.by}, ended_at = ${o.now} where id = ${o.id}`);
