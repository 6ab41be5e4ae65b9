/**
 * Permits: asks under locks. The people and all their numbers are locked until the transaction ends, so that
 * asks about one person or number are serialised across all workers.
 */
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Ask, type Asking, type Decision, type Evaluate, askedRows } from './contact.ts';
import { inForce } from './holds.ts';
import { lookup, whom } from './people.ts';

/** Names of the advisory locks of people and of numbers, in the order in which everybody takes them. */
const locksOf = (asks: readonly Ask[]): Fragment => sql`
  ${whom(askedRows(asks), lookup(true))},
  keys as materialized (
    select n, 7110 as kind, hashint8(e) as key from meant where e >= 0
    union select m.n, 7111, hashtext(x.number) from meant m join numbers x on x.e = m.e
    union select n, 7111, hashtext(phone) from asked where phone is not null),
  sorted as materialized (select distinct kind, key from keys order by kind, key)`;

/** Locks the people and numbers of an ask. Lock order: rows first, then this; any other order can deadlock. */
export const lockContact = (tx: Tx, ask: Ask): Promise<number> =>
  tx.run(sql`with ${locksOf([ask])} select pg_advisory_xact_lock(kind, key) from sorted`);

/** One permit; waits for its locks. A refusal releases them, as the caller may go on to another loan. */
export async function permit(tx: Tx, evaluate: Evaluate, ask: Ask, o: Asking): Promise<Decision | undefined> {
  await tx.run(sql`savepoint contact`);
  await lockContact(tx, ask);
  const [decision] = await evaluate(tx, [ask], o);
  await tx.run(
    decision && !decision.refusal ? sql`release savepoint contact` : sql`rollback to savepoint contact`,
  );
  return decision;
}

/** An ask that got its locks, with their names: two that share one are about the same person or number. */
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
  /** Nothing forbids it, but another ask about this person or number goes first: it is asked again later. */
  isBusy: boolean;
}
/**
 * Permits for many asks, without waiting: one for each person and number; those locked elsewhere at this
 * moment gets none.
 */
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

/** Whether a loan is held at a moment, for what else must wait. */
export const isHeld = (loanId: Fragment, now: Date): Fragment =>
  sql`exists (select from loan_holds h where h.loan_id = ${loanId} and ${inForce(businessDay(now))})`;
