/** Identities from before that have another form now: how far they have been read, and those another row has already. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface Twin {
  kind: 'loan' | 'near-loan' | 'payment';
  clientId: number;
  rowId: number;
  otherId: number;
  written: string;
  canonical: string;
}
/** Both rows stay as they are; a person sees them. */
export const noteTwin = (tx: Tx, o: Twin): Promise<number> =>
  tx.run(sql`
    insert into identity_twins (kind, client_id, row_id, other_id, written, canonical)
    values (${o.kind}, ${o.clientId}, ${o.rowId}, ${o.otherId}, ${o.written}, ${o.canonical}) on conflict do nothing`);

/** Rows up to this id are in their canonical form. */
export const reachedOf = async (tx: Pick<Tx, 'one'>, what: string): Promise<number> =>
  (await tx.one<{ reached: number }>(sql`select reached from identity_progress where what = ${what}`))
    ?.reached ?? 0;
const setReached = (tx: Tx, what: string, reached: number): Promise<number> =>
  tx.run(sql`
    insert into identity_progress (what, reached) values (${what}, ${reached})
    on conflict (what) do update set reached = greatest(identity_progress.reached, excluded.reached)`);

/** Reads batches until none remain; each is a transaction with its position. */
export async function readOn(
  database: Database,
  what: string,
  { signal, batch }: { signal: AbortSignal; batch: (tx: Tx, reached: number) => Promise<number | undefined> },
): Promise<boolean> {
  let isAny = false;
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    isMore = await database.transaction(async (tx) => {
      const last = await batch(tx, await reachedOf(tx, what));
      if (last === undefined) return false;
      await setReached(tx, what, last);
      return true;
    });
    isAny ||= isMore;
  }
  return isAny;
}
