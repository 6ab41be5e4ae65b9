/** Waivers of approved settlements in the ledger, and the end of an approval. */
import { postRows } from '#contexts/payments/server/ledger/post.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** Posts the amounts of settlements: as waivers, or as reversals where they are negative. */
const postDifferences = (tx: Tx, rows: Fragment): Promise<number> =>
  postRows(
    tx,
    sql`
      select v.loan_id, v.client_id, v.user_id, ${today}, abs(v.amount), case when v.amount > 0 then 'borrower' else 'waived' end,
        case when v.amount > 0 then 'waived' else 'borrower' end, case when v.amount > 0 then 'waived' else 'not-waived' end,
        'settlement', v.id
      from (${rows}) v where v.amount <> 0 order by v.id`,
  );

/** Paise waived by a settlement `s` so far. */
const waived = sql`(
  select coalesce(sum(case when k.to_account = 'waived' then k.amount else -k.amount end), 0)::bigint from postings k
  where k.loan_id = s.loan_id and k.source = 'settlement' and k.source_id = s.id)`;
const binds = sql`exists (select from settlement_plans q where q.settlement_id = s.id and q.binds and q.state <> 'withdrawn')`;

/** Posts the waivers of newly approved settlements; one with a binding payment plan is posted once the plan is paid. */
export const postWaivers = (tx: Tx, ids: readonly number[]): Promise<number> =>
  postDifferences(
    tx,
    sql`
      select s.id, s.loan_id, l.client_id, s.user_id, greatest(l.total_outstanding - s.amount, 0) as amount
      from settlements s join loans l on l.id = s.loan_id
      where s.id = any(${[...ids]}::bigint[]) and s.status = 'Approved' and not ${binds} and ${waived} = 0`,
  );

/** Posts the waivers of binding plans that are paid, and reverses those of other plans. */
export const postPlanWaivers = (tx: Tx, ids: readonly number[]): Promise<number> =>
  postDifferences(
    tx,
    sql`
      select s.id, s.loan_id, l.client_id, s.user_id,
        case when p.state <> 'paid' then -${waived} when ${waived} = 0 then greatest(p.outstanding - s.amount, 0) else 0 end as amount
      from settlements s join loans l on l.id = s.loan_id join settlement_plans p on p.settlement_id = s.id
      where s.id = any(${[...ids]}::bigint[]) and s.status = 'Approved' and p.binds and p.state <> 'withdrawn'`,
  );

/** Closes approvals: reverses their waivers, withdraws their payment plans, and queues the loans for judgement. */
export async function endApprovals(tx: Tx, ids: readonly number[]): Promise<void> {
  await postDifferences(
    tx,
    sql`
      select s.id, s.loan_id, l.client_id, s.user_id, -${waived} as amount from settlements s join loans l on l.id = s.loan_id
      where s.id = any(${[...ids]}::bigint[]) and s.status <> 'Approved'`,
  );
  await tx.run(sql`
    with withdrawn as (
      update settlement_plans q set state = 'withdrawn', tell_at = null, otp_mac = null, changed_at = now() from settlements s
      where s.id = q.settlement_id and s.id = any(${[...ids]}::bigint[]) and s.status <> 'Approved' and q.state <> 'withdrawn'
      returning q.loan_id)
    insert into settlement_queue (loan_id) select loan_id from withdrawn`);
}
