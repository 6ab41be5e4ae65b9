/**
 * Permits: decisions under locks. The borrowers and all their numbers are locked until commit, so that requests about
 * one borrower or number are serialised across all workers.
 */
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Ask, type Asking, type Decision, type Evaluate, askedRows } from './contact.ts';
import { inForce } from './holds.ts';
import { lookup, whom } from './people.ts';

/** Advisory lock keys of borrowers and numbers, in global lock order. */
const locksOf = (asks: readonly Ask[]): Fragment => sql`
  ${whom(askedRows(asks), lookup(true))},
  keys as materialized (
    select n, 7110 as kind, hashint8(e) as key from meant where e >= 0
    union select m.n, 7111, hashtext(x.number) from meant m join numbers x on x.e = m.e
    union select n, 7111, hashtext(phone) from asked where phone is not null),
  sorted as materialized (select distinct kind, key from keys order by kind, key)`;

/** Locks the borrowers and numbers of a request. Lock order: rows first, then this; any other order can deadlock. */
export const lockContact = (tx: Tx, ask: Ask): Promise<number> =>
  tx.run(sql`with ${locksOf([ask])} select pg_advisory_xact_lock(kind, key) from sorted`);

/** One permit; blocks on its locks. A rejection releases them, because the caller may continue with another loan. */
export async function permit(tx: Tx, evaluate: Evaluate, ask: Ask, o: Asking): Promise<Decision | undefined> {
  await tx.run(sql`savepoint contact`);
  await lockContact(tx, ask);
  const [decision] = await evaluate(tx, [ask], o);
  await tx.run(
    decision && !decision.refusal ? sql`release savepoint contact` : sql`rollback to savepoint contact`,
  );
  return decision;
}

/** A request with acquired locks, and their keys: a shared key means a common borrower or number. */
interface Locked {
  n: number;
  keys: string[];
}
const tryLocks = (tx: Tx, asks: readonly Ask[]): Promise<Locked[]> =>
  tx.rows<Locked>(sql`
    with ${locksOf(asks)},
    held as materialized (select kind, key, pg_try_advisory_xact_lock(kind, key) as ok from sorted)
    select k.n, array_agg(k.kind || ':' || k.key) as keys from keys k join held h using (kind, key)
    group by k.n having bool_and(h.ok) order by k.n`);

/** A decision of many at once. */
export interface Permit extends Decision {
  /** Allowed, but another request holds the lock on this borrower or number; retry later. */
  isBusy: boolean;
}
/** Permits for many requests, without blocking: one per borrower and number; those locked elsewhere get none. */
export async function permits(
  tx: Tx,
  evaluate: Evaluate,
  asks: readonly Ask[],
  o: Asking,
): Promise<Permit[]> {
  if (asks.length === 0) return [];
  const locked = new Map((await tryLocks(tx, asks)).map(({ n, keys }) => [n, keys]));
  const taken = new Set<string>();
  return (await evaluate(tx, asks, o)).map((decision) => {
    if (decision.refusal) return { ...decision, isBusy: false };
    const keys = locked.get(decision.n);
    const isBusy = !keys || keys.some((key) => taken.has(key));
    if (!isBusy) for (const key of keys) taken.add(key);
    return { ...decision, isBusy };
  });
}

/** Whether a loan is on hold at a moment, for other blocked work. */
export const isHeld = (loanId: Fragment, now: Date): Fragment =>
  sql`exists (select from loan_holds h where h.loan_id = ${loanId} and ${inForce(businessDay(now))})`;
