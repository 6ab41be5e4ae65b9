/** Compares acceptances with the audit log: each row matches its event, and each noted acceptance has its row. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type NotedAcceptance, acceptanceColumns, isAsNoted, notedHash } from './acceptances.ts';

/** Checks up to `most` rows with ids above `after`; undefined if there are none. `fault`: settlement of the first mismatch. */
export async function checkAcceptances(
  tx: Tx,
  after: number,
  most: number,
): Promise<{ last: number; fault: number | undefined } | undefined> {
  const rows = await tx.rows<NotedAcceptance & { isLate: boolean }>(sql`
    select ${acceptanceColumns}, ${notedHash} as "notedHash",
      a.hash is null and exists (select from settlement_acceptances b where b.id < a.id and b.hash is not null) as "isLate"
    from settlement_acceptances a where a.id > ${after} order by a.id limit ${most}`);
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  // Rows without a hash are older than hashes: one after a row with a hash is forged.
  return { last, fault: rows.find((row) => row.isLate || !isAsNoted(row))?.settlementId };
}

/** Returns a settlement with an audited acceptance but no row; undefined if there is none. */
const missingAcceptance = async (tx: Tx): Promise<number | undefined> =>
  (
    await tx.one<{ id: number }>(sql`
      select e.entity_id as id from event e where e.domain = 'settlements' and e.type = 'settlements.offer'
        and e.facts ->> 'became' = 'accepted' and e.facts ? 'hash' and not exists (
          select from settlement_acceptances a where a.settlement_id = e.entity_id and a.hash = e.facts ->> 'hash')
      order by e.id limit 1`)
  )?.id;

/** Returns the settlement of the first mismatch of all acceptances. */
export async function acceptanceFault(tx: Tx): Promise<number | undefined> {
  for (let at = 0; ;) {
    const next = await checkAcceptances(tx, at, 1000);
    if (!next) return missingAcceptance(tx);
    if (next.fault !== undefined) return next.fault;
    at = next.last;
  }
}
