/** Allocates receipts to PTPs. Pure and deterministic. */
import type { PromiseState } from '#contexts/work/contract/promise-states.ts';

export interface Promised {
  id: number;
  /** Paise, as all amounts here. */
  amount: number;
  /** Minimum amount to be kept. */
  needed: number;
  madeAt: string;
  /** Days in India, `YYYY-MM-DD`. */
  madeOn: string;
  dueOn: string;
  /** Last day of included payments. */
  lapsesOn: string;
  /** The day since which nothing is owed any more; null while something is. */
  paidOffOn: string | null;
}
export interface PaymentTowards {
  day: string;
  amount: number;
}
export interface Judgement {
  id: number;
  received: number;
  state: PromiseState;
}

const order = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
/** Independent of the order of arrival. */
const dueFirst = (a: Promised, b: Promised): number =>
  order(a.dueOn, b.dueOn) || order(a.madeAt, b.madeAt) || a.amount - b.amount || a.id - b.id;

function stateOf({ needed, lapsesOn, paidOffOn }: Promised, received: number, today: string): PromiseState {
  if (received >= needed) return 'kept';
  // No balance remained to pay.
  if (paidOffOn !== null && paidOffOn <= lapsesOn) return 'kept';
  if (today <= lapsesOn) return 'open';
  return received > 0 ? 'part_kept' : 'broken';
}

/**
 * Allocates each receipt to PTPs with its day in range, earliest due first, none above its amount; the remainder is
 * unallocated. A withdrawn payment is no longer among the receipts.
 */
export function allotReceipts(
  promises: readonly Promised[],
  receipts: readonly PaymentTowards[],
  today: string,
): Judgement[] {
  const inTurn = promises.toSorted(dueFirst);
  const received = new Map(inTurn.map(({ id }) => [id, 0]));
  for (const { day, amount } of receipts.toSorted((a, b) => order(a.day, b.day))) {
    let left = amount;
    for (const promise of inTurn) {
      if (day < promise.madeOn || day > promise.lapsesOn) continue;
      const had = received.get(promise.id) ?? 0;
      const given = Math.min(left, promise.amount - had);
      received.set(promise.id, had + given);
      left -= given;
    }
  }
  return inTurn.map((promise) => {
    const got = received.get(promise.id) ?? 0;
    return { id: promise.id, received: got, state: stateOf(promise, got, today) };
  });
}
