/** One batch of a Sync: loans are checked, and wrong summaries recomputed, in one transaction. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { correctSummary, staleAmong } from './summary.ts';

/** Maximum loans locked, briefly: a concurrent disposition is not delayed longer. */
export const pieceSize = 500;
const leastSize = 50;
const aimedMs = 100;

/** Adapts the batch size to its duration, such as on a busy machine. */
export const nextSize = (size: number, tookMs: number): number =>
  tookMs > aimedMs ? Math.max(leastSize, Math.floor(size / 2)) : Math.min(pieceSize, size * 2);

/** Visible loans and lenders; null: all. */
export interface Scope {
  assigneeIds: readonly number[] | null;
  clientIds: readonly number[] | null;
}
/** Progress: loans up to `reached` are complete, except those skipped because of a lock. */
export interface Reached {
  reached: number;
  last: number;
  leftOut: readonly number[];
}
export const isOver = ({ reached, last, leftOut }: Reached): boolean =>
  reached >= last && leftOut.length === 0;

/** Of a row of `summary_syncs`: running without progress for so long that its job must be lost. */
export const isLost = sql`(ended_at is null and moved_at < now() - interval '2 minutes')`;

/** Before the first loan. */
export async function beforeFirst(tx: Tx): Promise<Reached> {
  const row = await tx.one<{ last: number | null }>(sql`select max(id) as last from loans`);
  return { reached: 0, last: row?.last ?? 0, leftOut: [] };
}

const nextLoans = async (
  tx: Tx,
  { assigneeIds, clientIds }: Scope,
  { reached, last }: Reached,
  size: number,
): Promise<number[]> =>
  (
    await tx.planned<{ id: number }>(sql`
      select l.id from loans l ${where([
        sql`l.is_active and l.id > ${reached} and l.id <= ${last}`,
        assigneeIds && sql`l.assignee_id = any(${[...assigneeIds]}::bigint[])`,
        clientIds && sql`l.client_id = any(${[...clientIds]}::bigint[])`,
      ])} order by l.id limit ${size}`)
  ).map(({ id }) => id);

/**
 * Continues from a position; returns the next one, and the number of changed loans. Never blocks on a loan: a locked one
 * is skipped until the others are complete. Summaries are computed after locking, so that a payment saved since the
 * check is included.
 */
export async function goOn(
  tx: Tx,
  scope: Scope,
  place: Reached,
  size = pieceSize,
): Promise<Reached & { changed: number }> {
  const isWalk = place.reached < place.last;
  const looked = isWalk ? await nextLoans(tx, scope, place, size) : place.leftOut.slice(0, size);
  const reached = looked.length < size || !isWalk ? place.last : (looked.at(-1) ?? place.last);
  const stale = await staleAmong(tx, looked);
  const held = (
    await tx.rows<{ id: number }>(sql`
      select id from loans where id = any(${stale}::bigint[]) order by id for no key update skip locked`)
  ).map(({ id }) => id);
  const isHeld = new Set(held);
  return {
    reached,
    last: place.last,
    leftOut: [
      ...(isWalk ? place.leftOut : place.leftOut.slice(size)),
      ...stale.filter((id) => !isHeld.has(id)),
    ],
    changed: held.length > 0 ? await correctSummary(tx, held) : 0,
  };
}
