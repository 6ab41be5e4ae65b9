/** Cash state of a phone: issued receipt numbers, and receipts since the last connection. Pure. */
import {
  type CashDoubt,
  type CashHeld,
  blockSize,
  doubtOf,
  cashNumber,
} from '#contexts/payments/contract/cash/cash-rules.ts';

interface Block {
  first: number;
  last: number;
  /** The next number that was never used. */
  next: number;
}
interface Taking {
  /** Its outbox entry. */
  id: string;
  clientId: number;
  amount: number;
  day: string;
}
interface Lender extends CashHeld {
  clientId: number;
  client: string;
  /** What can be deposited, and how many receipts that is; books of before lack them. */
  inHand?: number;
  receipts?: number;
}
/** Rupees, as they cross the wire. */
export interface CashBook {
  blocks: readonly Block[];
  takings: readonly Taking[];
  lenders: readonly Lender[];
  /** Number of queries of the cash in hand, and the query of the last response applied here. */
  asked: number;
  answered: number;
}
const nothing: CashBook = { blocks: [], takings: [], lenders: [], asked: 0, answered: 0 };
export const bookIn = (kept: unknown): CashBook => ({ ...nothing, ...(kept as CashBook | undefined) });

const open = ({ blocks }: CashBook): Block | undefined => blocks.find(({ next, last }) => next <= last);
/** Remaining receipt numbers. */
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
/** Before the balance request. */
const withQuestion = (book: CashBook): CashBook => ({ ...book, asked: book.asked + 1 });
/** Collected on this phone, and no longer in its outbox: the server has them. */
export const arrivedOf = ({ takings }: CashBook, waiting: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(takings.flatMap(({ id }) => (waiting.has(id) ? [] : [id])));
/**
 * Applies the server's response, which includes receipts that arrived before the query; later ones are added here. A
 * response to an earlier query than the last applied one is ignored.
 */
export const withLenders = (
  book: CashBook,
  lenders: readonly Lender[],
  { question, arrived }: { question: number; arrived: ReadonlySet<string> },
): CashBook =>
  question < book.answered
    ? book
    : { ...book, lenders, answered: question, takings: book.takings.filter(({ id }) => !arrived.has(id)) };

export interface CashPorts {
  read: () => Promise<CashBook>;
  /** In one strict transaction. */
  change: (next: (book: CashBook) => CashBook) => Promise<void>;
  /** Ids of the entries in the outbox. */
  waiting: () => Promise<ReadonlySet<string>>;
  numbers: () => Promise<{ first: number; last: number }>;
  hand: () => Promise<readonly Lender[]>;
}
/** Renews receipt numbers before they run out, and the cash in hand. */
export async function renew(o: CashPorts): Promise<void> {
  if (isLow(await o.read())) {
    const block = await o.numbers();
    await o.change((book) => withBlock(book, block));
  }
  let asking = nothing;
  await o.change((book) => (asking = withQuestion(book)));
  // The outbox is read after the receipts: missing ones have been sent, and are not about to be queued.
  const arrived = arrivedOf(asking, await o.waiting());
  const lenders = await o.hand();
  await o.change((book) => withLenders(book, lenders, { question: asking.asked, arrived }));
}

/** Cash in hand for a lender on this phone; undefined if unavailable. */
export function heldOf({ lenders, takings }: CashBook, clientId: number): Lender | undefined {
  const lender = lenders.find((one) => one.clientId === clientId);
  if (!lender) return undefined;
  const since = takings.filter((one) => one.clientId === clientId);
  const days = [...(lender.oldestOn === null ? [] : [lender.oldestOn]), ...since.map(({ day }) => day)];
  const held = since.reduce((sum, { amount }) => sum + amount, lender.held);
  return { ...lender, held, oldestOn: days.toSorted()[0] ?? null };
}
/** Cash that can be deposited, and its receipts, of all lenders: as the server knew it, and what this phone took since. */
export const cashToDeposit = ({ lenders, takings }: CashBook): { amount: number; receipts: number } => ({
  amount:
    lenders.reduce((sum, { inHand, held }) => sum + (inHand ?? held), 0) +
    takings.reduce((sum, { amount }) => sum + amount, 0),
  receipts: lenders.reduce((sum, { receipts = 0 }) => sum + receipts, 0) + takings.length,
});

/** Why no further cash of this lender is accepted, with the facts of the message. */
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
