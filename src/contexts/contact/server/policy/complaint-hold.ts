/** Hold during an open complaint, with the reason from the contact rules. */
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { stampLoans, writeAndStamp } from '#contexts/loans/server/stamp.ts';
import { lockContact } from './permit.ts';
import { lastDayOf } from '../loan-holds/rules.ts';
import * as store from '../loan-holds/store.ts';

/** Rejects a manual release while another process controls the hold. */
export type HoldKeeper = (tx: Tx, holdId: number) => Promise<void>;
export const holdSlot = slot<HoldKeeper>('holds');

interface Complaint {
  loanId: number;
  note: string;
  by: number | null;
  now: Date;
}
/** The hold, or null where the rules have no complaint reason for this loan. */
export async function holdForComplaint(tx: Tx, { loanId, note, by, now }: Complaint): Promise<number | null> {
  const today = businessDay(now);
  // Lock order: rows first, then borrowers and numbers.
  await tx.run(sql`select from loans where id = ${loanId} for no key update`);
  await lockContact(tx, { loanId, channel: 'visit', contact: 'visit' });
  const reason = await tx.one<{ id: number; days: number }>(sql`
    select r.id, r.hold_days as days from compliance_rules r join loans l on l.id = ${loanId}
    where r.kind = 'hold' and r.is_complaint and r.is_active and (r.client_id is null or r.client_id = l.client_id)
      and (r.product_type is null or lower(r.product_type) = lower(l.product_type))
      and r.from_day <= ${today} and coalesce(r.until_day, 'infinity') >= ${today}
    order by r.client_id nulls last, r.product_type nulls last, r.id limit 1`);
  if (!reason) return null;
  const untilDay = lastDayOf({ today, days: reason.days });
  const hold = await store.place(tx, { loanId, reasonId: reason.id, today, untilDay, note, by });
  return hold?.id ?? null;
}

/** Releases it with the complaint, unless released before. */
export const endComplaintHold = (tx: Tx, o: { id: number; by: number | null; now: Date }): Promise<number> =>
  writeAndStamp(
    tx,
    sql`update loan_holds set ended_by = ${o.by}, ended_at = ${o.now} where id = ${o.id} and ended_at is null`,
  );

/** Lasts as long from today as it did when it was placed; null where it was ended, and another has to be placed. */
export async function renewComplaintHold(
  tx: Tx,
  { id, now }: { id: number | null; now: Date },
): Promise<number | null> {
  if (id === null) return null;
  const hold = await tx.one<{ id: number; loanId: number }>(sql`
    update loan_holds h set until_day = greatest(h.until_day, ${businessDay(now)}::date + r.hold_days - 1)
    from compliance_rules r where r.id = h.rule_id and h.id = ${id} and h.ended_at is null
    returning h.id, h.loan_id as "loanId"`);
  if (hold) await stampLoans(tx, [hold.loanId]);
  return hold?.id ?? null;
}
/** Extends those expiring today or before; returns which. */
export async function extendComplaintHolds(
  tx: Tx,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<{ loanId: number; name: string; untilDay: string }[]> {
  const extended = await tx.rows<{ loanId: number; name: string; untilDay: string }>(sql`
    update loan_holds h set until_day = ${businessDay(now)}::date + greatest(r.hold_days, 2) - 1
    from compliance_rules r where r.id = h.rule_id and h.id = any(${[...ids]}) and h.ended_at is null
      and h.until_day <= ${businessDay(now)}::date and h.until_day < ${businessDay(now)}::date + greatest(r.hold_days, 2) - 1
    returning h.loan_id as "loanId", r.name, h.until_day as "untilDay"`);
  await stampLoans(
    tx,
    extended.map(({ loanId }) => loanId),
  );
  return extended;
}
