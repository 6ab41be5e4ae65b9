/** What a phone knows of its cash: numbers of receipts it was given, and what was taken since it was online. Pure. */
import {
  type CashDoubt,
  type CashHeld,
  blockSize,
  doubtOf,
  cashNumber,
} from '#contexts/payments/contract/cash-rules.ts';

interface Block {
  first: number;
  last: number;
  /** The next number that was never used. */
  next: number;
}
interface Taking {
  /** Its entry in the outbox. */
  id: string;
  clientId: number;
  amount: number;
  day: string;
}
interface Lender extends CashHeld {
  clientId: number;
  client: string;
}
/** Rupees, as they cross the wire. */
export interface CashBook {
  blocks: readonly Block[];
  takings: readonly Taking[];
  lenders: readonly Lender[];
}
const nothing: CashBook = { blocks: [], takings: [], lenders: [] };
export const bookIn = (kept: unknown): CashBook => ({ ...nothing, ...(kept as CashBook | undefined) });

const open = ({ blocks }: CashBook): Block | undefined => blocks.find(({ next, last }) => next <= last);
/** So many numbers are left. */
export const left = ({ blocks }: CashBook): number =>
  blocks.reduce((sum, { next, last }) => sum + Math.max(0, last - next + 1), 0);
export const isLow = (book: CashBook): boolean => left(book) < blockSize;

/** The number the next receipt will have, unless another tab is faster. */
export const nextNumber = (book: CashBook): string | undefined => {
  const block = open(book);
  return block && cashNumber(block.next);
};
/** Uses that number up: it is never next again. */
export function withoutNext(book: CashBook): CashBook {
  const block = open(book);
  if (!block) return book;
  const used = { ...block, next: block.next + 1 };
  return {
    ...book,
    blocks: book.blocks.flatMap((one) => (one !== block ? [one] : used.next > used.last ? [] : [used])),
  };
}
export const withBlock = (book: CashBook, { first, last }: { first: number; last: number }): CashBook =>
  book.blocks.some((one) => one.first === first)
    ? book
    : { ...book, blocks: [...book.blocks, { first, last, next: first }] };
export const withTaking = (book: CashBook, taking: Taking): CashBook => ({
  ...book,
  takings: [...book.takings, taking],
});
/** The server's word, which has what left the outbox before it was asked. */
export const withLenders = (
  book: CashBook,
  lenders: readonly Lender[],
  waiting: ReadonlySet<string>,
): CashBook => ({ ...book, lenders, takings: book.takings.filter(({ id }) => waiting.has(id)) });

/** What is held of a lender as far as this phone knows; undefined where it was never told. */
export function heldOf({ lenders, takings }: CashBook, clientId: number): Lender | undefined {
  const lender = lenders.find((one) => one.clientId === clientId);
  if (!lender) return undefined;
  const since = takings.filter((one) => one.clientId === clientId);
  const days = [...(lender.oldestOn === null ? [] : [lender.oldestOn]), ...since.map(({ day }) => day)];
  const held = since.reduce((sum, { amount }) => sum + amount, lender.held);
  return { ...lender, held, oldestOn: days.toSorted()[0] ?? null };
}
/** Why no further cash of this lender is taken, with what is said of it. */
export function refusalHere(
  book: CashBook,
  o: { clientId: number; amount: number; now: Date },
): { code: CashDoubt; facts: Record<string, string | number> } | undefined {
  const lender = heldOf(book, o.clientId);
  const code = lender && doubtOf(lender, o.amount, o.now);
  if (!lender || !code) return undefined;
  const { held, limit, client, oldestOn } = lender;
  return { code, facts: { held, limit, client, day: oldestOn ?? '' } };
}
