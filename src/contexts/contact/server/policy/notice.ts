/** Notice before an agent's first visit: requested by the agent, sent once, binding for borrower and visitor. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Of a row `a` of `asked` and its loan `l`. */
export const noticedOf = sql`case when a.channel = 'visit' then (
  select jsonb_build_object('told', (v.told_at at time zone 'Asia/Kolkata')::date, 'waits', v.became = 'waiting') from visit_notices v
  where v.borrower_id = l.borrower_id and v.user_id = l.assignee_id) end`;

/** Repeated only after an undeliverable notice; returns whether it must be sent. */
export const askNotice = async (tx: Tx, o: { loanId: number; by: number; now: Date }): Promise<boolean> =>
  (await tx.run(sql`
    insert into visit_notices as v (borrower_id, user_id, loan_id, asked_by, asked_at, tell_at)
    select borrower_id, assignee_id, id, ${o.by}, ${o.now}, ${o.now} from loans where id = ${o.loanId} and assignee_id is not null
    on conflict (borrower_id, user_id) do update set loan_id = excluded.loan_id, asked_by = excluded.asked_by,
      asked_at = excluded.asked_at, tell_at = excluded.tell_at, became = 'waiting'
    where v.became = 'nobody'`)) > 0;

export interface DueNotice {
  id: number;
  loanId: number;
  loanNumber: string;
  lender: string;
  mobile: string | null;
  visitor: string;
  /** The public code of the visitor's identity card. */
  card: string | null;
  askedBy: number;
  assigneeId: number | null;
}
export const dueNotices = (tx: Tx, now: Date, most: number): Promise<DueNotice[]> =>
  tx.rows<DueNotice>(sql`
    select v.id, v.loan_id as "loanId", l.loan_number as "loanNumber", c.name as lender,
      case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile, trim(u.first_name || ' ' || u.last_name) as visitor,
      (select k.code from agent_cards k where k.user_id = v.user_id) as card, v.asked_by as "askedBy", l.assignee_id as "assigneeId"
    from visit_notices v join loans l on l.id = v.loan_id join clients c on c.id = l.client_id join users u on u.id = v.user_id
    where v.tell_at <= ${now} order by v.tell_at, v.id limit ${most} for no key update of v skip locked`);

export const deferNotice = (tx: Tx, id: number, until: string): Promise<number> =>
  tx.run(sql`update visit_notices set tell_at = ${until} where id = ${id}`);
export const closeNotice = (tx: Tx, id: number, toldAt: Date | null): Promise<number> =>
  tx.run(sql`
    update visit_notices set tell_at = null, told_at = ${toldAt}, became = ${toldAt ? 'told' : 'nobody'} where id = ${id}`);
