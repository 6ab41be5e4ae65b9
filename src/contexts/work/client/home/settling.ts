/**
 * Loans with a delivered entry until the list that includes it has arrived, so that a total does not decrease meanwhile.
 * Pure.
 */

interface Left {
  /** When the entry was sent. */
  at: number;
  /** The list that was shown then. */
  list: unknown;
}
export interface Settling {
  /** Unsent entries at the last check, with their loans. */
  waiting: ReadonlyMap<string, number>;
  left: ReadonlyMap<number, Left>;
}
export const nothingSettles: Settling = { waiting: new Map(), left: new Map() };

/** The list is reloaded right after a response; one already in flight may still lack the entry. */
const patience = 10_000;

interface Look {
  waiting: ReadonlyMap<string, number>;
  /** Accepted entries: other removed ones were rejected or discarded. */
  delivered: ReadonlySet<string>;
  list: unknown;
  now: number;
}
export function settle(before: Settling, { waiting, delivered, list, now }: Look): Settling {
  const left = new Map([...before.left].filter(([, one]) => one.list === list || now - one.at < patience));
  for (const [id, loanId] of before.waiting)
    if (!waiting.has(id) && delivered.has(id)) left.set(loanId, { at: now, list });
  return { waiting, left };
}
export const settlingLoans = ({ waiting, left }: Settling): ReadonlySet<number> =>
  new Set([...waiting.values(), ...left.keys()]);
