/**
 * The chain of seals, looked at from outside of the database: what this process saw stays in its memory and in its log,
 * where whoever holds the database cannot rewrite it. A seal that was seen and is another now, or gone, is told; and so
 * is an event whose seal does not hold.
 */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Logger } from '#kernel/server/operation/log.ts';

interface Seal {
  n: number;
  hash: Buffer;
}
interface Looked {
  last_n: number;
  last_hash: Buffer;
  broken: number | null;
}
export type Standing =
  | { is: 'whole'; n: number; hash: string }
  /** The seal this process saw at this place is another now, or gone. */
  | { is: 'rewritten'; n: number }
  /** This event, or its place, was changed. */
  | { is: 'broken'; event: number };

const atOnce = 5000;
/** Of one look, so that a long night of work is caught up with over several. */
const mostBatches = 40;

export function auditWatch(database: Database): () => Promise<Standing> {
  let seen: Seal | undefined;

  const newest = (): Promise<Seal | undefined> =>
    database.one<Seal>(sql`select n, hash from event_seal order by n desc limit 1`);

  return async function look() {
    if (!seen) {
      seen = await newest();
      return { is: 'whole', n: seen?.n ?? 0, hash: seen?.hash.toString('hex') ?? '' };
    }
    const now = await database.one<Seal>(sql`select n, hash from event_seal where n = ${seen.n}`);
    if (!now?.hash.equals(seen.hash)) return { is: 'rewritten', n: seen.n };
    for (let batch = 0; batch < mostBatches; batch++) {
      const next: Looked | undefined = await database.one<Looked>(
        sql`select * from check_seals(${seen.n}, ${seen.hash}::bytea, ${atOnce})`,
      );
      if (!next) break;
      if (next.broken !== null) return { is: 'broken', event: next.broken };
      seen = { n: next.last_n, hash: next.last_hash };
    }
    return { is: 'whole', n: seen.n, hash: seen.hash.toString('hex') };
  };
}

/** Says in the log how the chain stands: its newest seal as a mark outside of the database, or what is wrong with it. */
export async function tellAudit(look: () => Promise<Standing>, log: Logger): Promise<void> {
  const standing = await look();
  if (standing.is === 'whole') log.info({ audit: standing }, 'audit chain');
  else log.error({ audit: standing }, 'the audit chain does not hold');
}
