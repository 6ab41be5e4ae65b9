/** Anchors and verified state of the hash chain, for administrators. */
import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod/mini';
import type { audit } from '#contexts/reporting/contract/audit.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';

type Chain = z.output<typeof audit.chain.gives>;
interface Mark {
  n: number;
  at: string;
  ms: number;
  why: 'seen' | 'vouched';
  hash: Buffer;
  mac: Buffer;
  isThere: boolean;
}
const shown = 20;
const atOnce = 5000;
/** Per request; the server's audit watcher continues from there automatically. */
const mostBatches = 10;

/** Verifies an anchor like `audit-anchors.ts`, under the installation's key. */
const isOurs = ({ why, n, hash, ms, mac }: Mark, safe: Safe): boolean => {
  const text = [why, n, hash.toString('hex'), ms].join('|');
  return safe.numbers().some((number) => {
    const own = safe.mac(text, 'audit', number);
    return own.length === mac.length && timingSafeEqual(own, mac);
  });
};

export async function chainNow(tx: Tx, safe: Safe): Promise<Chain> {
  const marks = await tx.rows<Mark>(sql`
    select a.n, a.at, (extract(epoch from a.at) * 1000)::bigint as ms, a.why, a.hash, a.mac,
      a.n = 0 or exists (select from event_seal s where s.n = a.n and s.hash = a.hash) as "isThere"
    from audit_anchor a order by a.id desc limit ${shown}`);
  const anchors = marks.map((mark) => ({
    n: mark.n,
    at: mark.at,
    why: mark.why,
    hash: mark.hash.toString('hex'),
    isOurs: isOurs(mark, safe),
    isThere: mark.isThere,
  }));
  // From the oldest of these anchors on: later hashes depend on it.
  const first = marks.at(-1);
  let last = { n: first?.n ?? 0, hash: first?.hash ?? Buffer.from([0]) };
  let broken: number | null = null;
  let isAtEnd = false;
  for (let batch = 0; batch < mostBatches && broken === null; batch += 1) {
    const next = await tx.one<{ last_n: number; last_hash: Buffer; broken: number | null }>(
      sql`select * from check_seals(${last.n}, ${last.hash}::bytea, ${atOnce})`,
    );
    if (!next || (next.last_n === null && next.broken === null)) {
      isAtEnd = true;
      break;
    }
    broken = next.broken;
    if (broken === null) last = { n: next.last_n, hash: next.last_hash };
  }
  const isKnown = broken === null && anchors.every((one) => one.isOurs && one.isThere);
  // Without an anchor a forged chain could be recomputed; an unreached part is unverified.
  const isLooked = isAtEnd && anchors.length > 0;
  return {
    isWhole: isKnown && isLooked,
    isUnknown: isKnown && !isLooked,
    from: first?.n ?? 0,
    until: last.n,
    brokenEvent: broken,
    anchors,
  };
}
