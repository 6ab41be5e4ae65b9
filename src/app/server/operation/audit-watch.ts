/**
 * Audit watcher: verifies the hash chain from outside of the database. Its history is in memory, in its log, in a
 * file next to the key, and in signed anchors: database access permits recomputing or truncating the chain, but not
 * matching that history. An event with an invalid hash is named.
 */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { acceptanceFault, checkAcceptances } from '#contexts/settlements/server/agreements/check.ts';
import { type Anchors, type Mark, type Seal, genesis } from './audit-anchors.ts';

interface Looked {
  last_n: number;
  last_hash: Buffer;
  broken: number | null;
}
export type Standing =
  | { is: 'whole'; n: number; hash: string }
  /** The hash at this position has changed, or is missing. */
  | { is: 'rewritten'; n: number }
  /** The anchor of this position is missing or invalid. */
  | { is: 'unmarked'; n: number }
  /** An event, its time or its position was changed. */
  | { is: 'broken'; event: number }
  /** Postings differ from the note of this event. */
  | { is: 'ledger'; event: number }
  /** A posting that no event notes. */
  | { is: 'unnoted'; posting: number }
  /** The acceptance of this settlement differs from its event, or is missing. */
  | { is: 'agreement'; settlement: number };

const atOnce = 5000;
/** Per run: a large backlog needs several. */
const mostBatches = 40;
/** Old seals checked again on each run: a year of work within days, without noticeable load. */
const againAtOnce = 2000;
/** Events that note postings, compared per run. */
const postingsAtOnce = 500;
/** Acceptances compared with their events per run. */
const agreementsAtOnce = 500;
const whole = ({ n, hash }: Seal): Standing => ({ is: 'whole', n, hash: hash.toString('hex') });

export interface AuditWatch {
  /** Verifies new events since the last run, and some old ones. */
  look(): Promise<Standing>;
  /** Verifies everything from the first event on, ignoring vouched anchors. */
  whole(): Promise<Standing>;
}

export function auditWatch(database: Database, anchors: Anchors): AuditWatch {
  let seen: Mark | undefined;
  /** How far the old ones were looked at again; what was vouched for is not. */
  let again: Seal | undefined;
  /** Last event with compared postings. */
  let postingsUntil = 0;
  /** Last acceptance that was compared. */
  let agreement = 0;

  const check = (after: Seal, most: number): Promise<Looked | undefined> =>
    database.one<Looked>(sql`select * from check_seals(${after.n}, ${after.hash}::bytea, ${most})`);
  const isThere = async ({ n, hash }: Seal): Promise<boolean> =>
    (n === genesis.n ||
      (await database.one<Seal>(sql`select n, hash from event_seal where n = ${n}`))?.hash.equals(hash)) ??
    false;

  /** Whether an operator with the key accepted another chain since the anchor. */
  async function vouchedSince(mark: Mark): Promise<Mark | undefined> {
    const newest = await anchors.newest(database, 'vouched');
    return newest && newest !== 'forged' && newest.at > mark.at && (await isThere(newest))
      ? newest
      : undefined;
  }

  /** What was seen last, by this process or the one before it. */
  async function before(): Promise<Mark | 'unmarked' | 'none'> {
    const known = seen ?? anchors.kept() ?? (await anchors.newest(database));
    if (known === 'forged') return 'unmarked';
    return known ?? 'none';
  }

  async function added(from: Seal, most = mostBatches): Promise<Standing | Seal> {
    let last = from;
    for (let batch = 0; batch < most; batch++) {
      const next = await check(last, atOnce);
      if (!next) break;
      if (next.broken !== null) return { is: 'broken', event: next.broken };
      last = { n: next.last_n, hash: next.last_hash };
    }
    return last;
  }

  async function old(until: Mark): Promise<Standing | undefined> {
    const vouched = await anchors.newest(database, 'vouched');
    const first = vouched && vouched !== 'forged' ? vouched : genesis;
    const from = again && again.n >= first.n && again.n < until.n ? again : first;
    const next = await check(from, againAtOnce);
    if (next && next.broken !== null) return { is: 'broken', event: next.broken };
    again = next && { n: next.last_n, hash: next.last_hash };
    return undefined;
  }

  /**
   * Compares up to `most` batches of postings with chained events after `after`; finally checks for postings without
   * an event.
   */
  async function ledger(after: number, most: number): Promise<Standing | number> {
    let last = after;
    for (let batch = 0; batch < most; batch++) {
      const next = await database.one<{ last: number; broken: number | null }>(
        sql`select last_event as last, broken from check_postings(${last}, ${postingsAtOnce})`,
      );
      if (!next) {
        const found = await database.one<{ id: number | null }>(sql`select posting_unnoted() as id`);
        return found?.id == null ? 0 : { is: 'unnoted', posting: found.id };
      }
      if (next.broken !== null) return { is: 'ledger', event: next.broken };
      last = next.last;
    }
    return last;
  }

  /** Compares the next batch of postings; skips those before the last accepted anchor. */
  async function someOfLedger(): Promise<Standing | undefined> {
    const vouched = await anchors.newest(database, 'vouched');
    const from = await database.one<{ id: number }>(sql`select event_id as id from event_seal
      where n <= ${vouched && vouched !== 'forged' ? vouched.n : 0} order by n desc limit 1`);
    const next = await ledger(Math.max(postingsUntil, from?.id ?? 0), 1);
    if (typeof next !== 'number') return next;
    postingsUntil = next;
    return undefined;
  }

  /** Compares the next batch of acceptances and starts again at the end; repeats a batch while it has a fault. */
  async function agreements(): Promise<Standing | undefined> {
    const next = await checkAcceptances(database, agreement, agreementsAtOnce);
    if (next?.fault !== undefined) return { is: 'agreement', settlement: next.fault };
    agreement = next?.last ?? 0;
    return undefined;
  }

  return {
    async whole() {
      const last = await added(genesis, Infinity);
      if ('is' in last) return last;
      const postings = await ledger(0, Infinity);
      if (typeof postings !== 'number') return postings;
      const settlement = await acceptanceFault(database);
      if (settlement !== undefined) return { is: 'agreement', settlement };
      return whole(last);
    },
    async look() {
      let known = await before();
      if (known === 'unmarked') return { is: 'unmarked', n: 0 };
      if (known === 'none') {
        // First run on this chain: monitoring starts at its current end.
        const last = await added(genesis);
        if ('is' in last) return last;
        if (last.n > 0) seen = await anchors.add(database, last, 'seen');
        if (seen) anchors.keep(seen);
        return whole(last);
      }
      known = (await vouchedSince(known)) ?? known;
      if (!(await isThere(known))) return { is: 'rewritten', n: known.n };
      if (!(await anchors.has(database, known))) return { is: 'unmarked', n: known.n };
      const last = await added(known);
      if ('is' in last) return last;
      seen = last.n === known.n ? known : await anchors.add(database, last, 'seen');
      anchors.keep(seen);
      return (await old(seen)) ?? (await someOfLedger()) ?? (await agreements()) ?? whole(seen);
    },
  };
}
