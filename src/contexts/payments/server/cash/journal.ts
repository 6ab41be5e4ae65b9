/** Every cash step as a separate row: amounts moved between hand, transit, bank and variance. */
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { postStep } from './postings.ts';
import type { CashStep } from './step.ts';

/** Two phones of one agent may write concurrently; only closing the day blocks, in both directions. */
export const lockCashOf = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock_shared(7112, ${userId}::int)`);
export const lockDaysOf = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7112, ${userId}::int)`);

/** Serialises cash of one agent and lender: two amounts below the limit could exceed it together. */
export const lockHeldOf = (tx: Tx, userId: number, clientId: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`cash ${userId} ${clientId}`}, 0))`);

/** This day, or the first after it that is not closed. */
async function openDayOf(tx: Tx, userId: number, day: string): Promise<string> {
  const row = await tx.one<{ day: string }>(sql`
    select greatest(${day}::date, max(day) + 1) as day from cash_days where user_id = ${userId}`);
  return row?.day ?? day;
}

/** Under the lock of the agent. */
export async function writeStep(tx: Tx, o: CashStep): Promise<void> {
  const day = await openDayOf(tx, o.userId, o.day ?? businessDay(o.at));
  await tx.run(sql`
    insert into cash_moves (kind, user_id, client_id, receipt_id, deposit_id, day, hand, transit, bank, variance, written_off, reason, by_id, at)
    values (${o.kind}, ${o.userId}, ${o.clientId}, ${o.receiptId ?? null}, ${o.depositId ?? null}, ${day}, ${o.hand ?? 0},
      ${o.transit ?? 0}, ${o.bank ?? 0}, ${o.variance ?? 0}, ${o.writtenOff ?? 0}, ${o.reason ?? ''}, ${o.byId}, ${o.at})`);
  await postStep(tx, { ...o, day });
}
