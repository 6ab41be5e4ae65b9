/** Limits of a phone's loan cache. Pure. */

/** A year's cheapest phone notices neither; past the hard bound nothing is spared. */
export const budget = { loans: 500, bytes: 5_000_000, hardBytes: 25_000_000, replyBytes: 5_000_000 };
const pinnedBefore = 3 * 24 * 3_600_000;

export interface LoanUse {
  id: number;
  /** When it was last opened. */
  use: number;
  bytes: number;
  /** Due date of a PTP. */
  due?: number;
}

/** PTP near today, or an unsent entry: never evicted. */
const isPinned = ({ id, due }: LoanUse, waiting: ReadonlySet<number>, now: number): boolean =>
  waiting.has(id) || (due !== undefined && Math.abs(due - now) <= pinnedBefore);

/** The loans to forget: pinned ones last, then by when they were last looked at. */
export function surplus(kept: readonly LoanUse[], waiting: ReadonlySet<number>, now: number): number[] {
  const rank = (loan: LoanUse): number => (isPinned(loan, waiting, now) ? 1 : 0);
  const order = kept.toSorted((a, b) => rank(b) - rank(a) || b.use - a.use || a.id - b.id);
  const gone: number[] = [];
  let bytes = 0;
  let count = 0;
  for (const loan of order) {
    const most = rank(loan) === 1 ? budget.hardBytes : budget.bytes;
    const fits = bytes + loan.bytes <= most && (rank(loan) === 1 || count < budget.loans);
    if (!fits) gone.push(loan.id);
    else {
      bytes += loan.bytes;
      count += 1;
    }
  }
  return gone;
}

/** Cached replies to evict, from a list sorted newest first. */
export function surplusReplies(newestFirst: readonly { key: string; bytes: number }[]): string[] {
  let left = budget.replyBytes;
  return newestFirst.filter(({ bytes }) => (left -= bytes) < 0).map(({ key }) => key);
}
