/** Settlement requests of dispositions: created, revised, and voided. */
import { closeRequests } from '#contexts/authority/server/engine.ts';
import type { InstalmentDraft } from '#contexts/settlements/contract/instalment-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { checkSchedule, writeSchedule } from './plans/store.ts';

/** The request. */
interface Asked {
  loan: { id: number };
  userId: number;
  amount: number | null;
  settlementDate: string | null;
  followUpDate: string | null;
  comments: string;
  /** Two or more; null: paid at once. */
  instalments: readonly InstalmentDraft[] | null;
  effectiveAt: Date;
}
/** The disposition that previously requested it. */
interface Said {
  id: number;
}

/** No step has been decided yet, so the requester may still change it. */
const isUndecided = sql`s.status = 'Inprogress'
  and not exists (select from settlement_decisions e where e.settlement_id = s.id)`;

/** What blocks a settlement of this loan: an approved one, or a pending one; and the maximum amount. */
export const settlementOf = (
  tx: Tx,
  loanId: number,
  open: readonly string[],
  said: Said | null,
): Promise<{ standing: 'approved' | 'open' | null; most: number | null } | undefined> =>
  tx.one(sql`
    select l.max_settlement_amount as most, case
        when l.payment_status = 'Settlement Paid'
          or exists (select from settlements s where s.loan_id = l.id and s.status = 'Approved'
            and not exists (select from settlement_plans q where q.settlement_id = s.id and q.state in ('broken', 'expired'))) then 'approved'
        when exists (select from settlements s where s.loan_id = l.id and s.status = any(${open})
          and not (s.borrower_disposition_id is not distinct from ${said?.id ?? null}::bigint and ${isUndecided})) then 'open' end as standing
    from loans l where l.id = ${loanId}`);

/** The days it is paid on, where they are several. */
async function keepSchedule(tx: Tx, id: number, e: Asked): Promise<void> {
  const schedule = e.instalments ?? [];
  if (schedule.length > 0)
    await checkSchedule(tx, schedule, { loanId: e.loan.id, amount: e.amount ?? 0, at: e.effectiveAt });
  await writeSchedule(tx, id, schedule);
}

export async function insertSettlement(tx: Tx, e: Asked, entryId: number): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    insert into settlements (loan_id, user_id, borrower_disposition_id, amount, settlement_date, follow_up_date, comments,
      pre_approved_amount, principal_outstanding, created_at)
    select l.id, ${e.userId}, ${entryId}, ${e.amount}, ${e.settlementDate}, ${e.followUpDate}, ${e.comments},
      l.max_settlement_amount, l.principal_outstanding, ${e.effectiveAt}
    from loans l where l.id = ${e.loan.id} returning id`);
  if (!made) throw new Error('settlements: nothing inserted');
  await keepSchedule(tx, made.id, e);
  return made.id;
}

/** Changes an undecided settlement; undefined when there is none. */
export async function askAgain(tx: Tx, said: Said, e: Asked): Promise<number | undefined> {
  if (e.settlementDate === null) return undefined;
  const again = await tx.one<{ id: number }>(sql`
    update settlements s set amount = ${e.amount}, settlement_date = ${e.settlementDate},
      follow_up_date = ${e.followUpDate}, comments = ${e.comments}, updated_at = now()
    where s.borrower_disposition_id = ${said.id} and ${isUndecided} returning s.id`);
  if (again) {
    await keepSchedule(tx, again.id, e);
    await closeRequests(tx, 'settlement', [again.id], { state: 'withdrawn', by: e.userId });
  }
  return again?.id;
}

/** Withdraws an undecided settlement. */
export async function voidSettlement(
  tx: Tx,
  said: Said,
  userId: number,
): Promise<{ id: number } | undefined> {
  const gone = await tx.one<{ id: number }>(sql`
    update settlements s set status = 'Void', borrower_disposition_id = null, updated_at = now()
    where s.borrower_disposition_id = ${said.id} and ${isUndecided} returning s.id`);
  if (gone) {
    await closeRequests(tx, 'settlement', [gone.id], { state: 'withdrawn', by: userId });
    await tx.run(sql`
      insert into settlement_steps (settlement_id, side, status, user_id)
      values (${gone.id}, 'collection', 'Void', ${userId})`);
  }
  return gone;
}
