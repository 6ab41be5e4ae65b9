/**
 * The chain of seals, looked at from outside of the database. What this process saw is kept in its memory, in its log, in
 * a file beside the key, and in marks under that key: access to the database lets one recompute the chain or cut it off,
 * but not to what was seen before. An event whose seal is broken is named.
 */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { acceptanceFault, checkAcceptances } from '#contexts/settlements/server/agreements/check.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { type MonthFault, checkMonth, checkMonths, monthsAway } from '../../database/check-months.ts';
import { type Anchors, type Mark, type Seal, genesis } from './audit-anchors.ts';

interface Looked {
  last_n: number;
  last_hash: Buffer;
  broken: number | null;
}
export type Standing =
  | { is: 'whole'; n: number; hash: string }
  /** The seal that was seen at this place is another now, or gone. */
  | { is: 'rewritten'; n: number }
  /** The mark of this place is gone or is not of our key. */
  | { is: 'unmarked'; n: number }
  /** An event, its time or its position was changed. */
  | { is: 'broken'; event: number }
  /** Postings differ from the note of this event. */
  | { is: 'ledger'; event: number }
  /** A posting that no event notes. */
  | { is: 'unnoted'; posting: number }
  /** The acceptance of this settlement differs from its event, or is missing. */
  | { is: 'agreement'; settlement: number }
  /** The file of this month, whose rows left the database, is gone or is another. */
  | MonthFault;

const atOnce = 5000;
/** Of one look, so that a long night of work is caught up with over several. */
const mostBatches = 40;
/** Old seals checked again on each run: a year of work within days, without noticeable load. */
const againAtOnce = 2000;
/** Events that note postings, compared per run. */
const postingsAtOnce = 500;
/** Acceptances compared with their events per run. */
const agreementsAtOnce = 500;
/** A month that left is read again: one at a time. */
const monthEvery = 3_600_000;
const whole = ({ n, hash }: Seal): Standing => ({ is: 'whole', n, hash: hash.toString('hex') });

export interface AuditWatch {
  /** What was added since the last look, and some of what is old. */
  look(): Promise<Standing>;
  /** Checks everything from the first event on, ignoring vouched marks, through the files of months that left. */
  whole(): Promise<Standing>;
}

/** Without a `store` what lies in files is taken for what the seals say. */
export function auditWatch(database: Database, anchors: Anchors, store?: FileStore): AuditWatch {
  let seen: Mark | undefined;
  /** How far the old ones were looked at again; what was vouched for is not. */
  let again: Seal | undefined;
  /** Last event whose postings were compared. */
  let postingsUntil = 0;
  /** Last acceptance that was compared. */
  let agreement = 0;
  /** When the last of the months that left was read, and what was wrong with it. */
  let month: { at: number; fault: MonthFault | undefined } = { at: -Infinity, fault: undefined };

  const check = (after: Seal, most: number): Promise<Looked | undefined> =>
    database.one<Looked>(sql`select * from check_seals(${after.n}, ${after.hash}::bytea, ${most})`);
  const isThere = async ({ n, hash }: Seal): Promise<boolean> =>
    (n === genesis.n ||
      (await database.one<Seal>(sql`select n, hash from event_seal where n = ${n}`))?.hash.equals(hash)) ??
    false;

  /** Since the mark: whether a person with the key has taken another chain as true. */
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

  /** Compares up to `most` batches of postings with sealed events after `after`; at the end of them looks for postings without an event. */
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

  /** Of the months that left the one that nobody read for longest, once an hour and at once: one with a fault until it is mended. */
  async function nextMonth(): Promise<MonthFault | undefined> {
    if (!store || performance.now() - month.at < monthEvery) return month.fault;
    const away = await monthsAway({ database });
    const next =
      away.find(({ name }) => name === month.fault?.month) ??
      away.toSorted((a, b) => ((a.readAt ?? '') < (b.readAt ?? '') ? -1 : 1))[0];
    month = {
      at: performance.now(),
      fault: next && (await checkMonth({ database, store }, next)),
    };
    return month.fault;
  }

  return {
    async whole() {
      const last = await added(genesis, Infinity);
      if ('is' in last) return last;
      const postings = await ledger(0, Infinity);
      if (typeof postings !== 'number') return postings;
      const settlement = await acceptanceFault(database);
      if (settlement !== undefined) return { is: 'agreement', settlement };
      return (store && (await checkMonths({ database, store }))) ?? whole(last);
    },
    async look() {
      let known = await before();
      if (known === 'unmarked') return { is: 'unmarked', n: 0 };
      if (known === 'none') {
        // The first look at this chain: what is there is where it begins to be watched.
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
      return (
        (await old(seen)) ??
        (await someOfLedger()) ??
        (await agreements()) ??
        (await nextMonth()) ??
        whole(seen)
      );
    },
  };
}
