/** One piece of a Sync: so many loans looked at, and those that are wrong told anew, in one transaction. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { recomputeSummary, staleAmong } from './summary.ts';

/** As many loans are held at most, for as long as it takes to write them: whoever saves an outcome waits no longer. */
export const pieceSize = 500;
const leastSize = 50;
const aimedMs = 100;

/** Fewer loans for the next piece where this one took long, as on a busy machine; more again where it did not. */
export const nextSize = (size: number, tookMs: number): number =>
  tookMs > aimedMs ? Math.max(leastSize, Math.floor(size / 2)) : Math.min(pieceSize, size * 2);

/** Whose loans and of which lenders; null: all. */
export interface Scope {
  assigneeIds: readonly number[] | null;
  clientIds: readonly number[] | null;
}
/** How far it is: loans up to `reached` are done, but for those left out as somebody held them. */
export interface Reached {
  reached: number;
  last: number;
  leftOut: readonly number[];
}
export const isOver = ({ reached, last, leftOut }: Reached): boolean =>
  reached >= last && leftOut.length === 0;

/** Of a row of `summary_syncs`: it runs, and did not move for so long that its job must be lost. */
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
 * Goes on from a place; answers the next one, and how many loans changed. Never waits for a loan: one that is held is left
 * out until the others are done. What is written is asked of the payments once the loans are held, so that a payment that
 * was saved since the look counts.
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
    changed: held.length > 0 ? await recomputeSummary(tx, held) : 0,
  };
}
