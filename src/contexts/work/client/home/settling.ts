/** Loans whose entry was delivered, until the list that includes it has arrived: a count does not go back meanwhile. Pure. */

interface Left {
  /** When the entry left this phone. */
  at: number;
  /** The list that was shown then. */
  list: unknown;
}
export interface Settling {
  /** Entries that were waiting at the last look, with their loans. */
  waiting: ReadonlyMap<string, number>;
  left: ReadonlyMap<number, Left>;
}
export const nothingSettles: Settling = { waiting: new Map(), left: new Map() };

/** The list is read again right after an answer; one that was on its way before it may still lack the entry. */
const patience = 10_000;

interface Look {
  waiting: ReadonlyMap<string, number>;
  /** Entries that the server accepted: others that are gone were refused or given up. */
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
