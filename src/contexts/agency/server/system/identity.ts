/**
 * Identity of the agency: constant across a migration, a failover and a restore; different for a new agency at its host.
 */
import type { Tx } from '#kernel/server/database/database.ts';
import { keptOf } from '#kernel/server/database/kept.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** It never changes under a server that runs. */
const known = keptOf((): { number?: string } => ({}));

export async function agencyIdentity(tx: Tx): Promise<string> {
  const kept = known(tx);
  if (kept.number !== undefined) return kept.number;
  const row = await tx.one<{ number: string }>(sql`select number::text as number from agency_identity`);
  if (!row) throw new Error('the database does not say whose it is');
  return (kept.number = row.number);
}
