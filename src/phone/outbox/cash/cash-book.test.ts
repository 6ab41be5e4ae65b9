/** Receipt numbers on a phone: each used once, and offline cash limits. */
import { expect, test } from 'vitest';
import {
  type CashBook,
  type CashPorts,
  arrivedOf,
  bookIn,
  heldOf,
  isLow,
  left,
  nextNumber,
  refusalHere,
  renew,
  withBlock,
  withLenders,
  withTaking,
  withoutNext,
} from './cash-book.ts';

const lender = {
  clientId: 1,
  client: 'Svasti',
  held: 40_000,
  limit: 50_000,
  oldestOn: '2026-11-23',
  days: 2,
};
const now = new Date('2026-11-23T10:00:00Z');
const block = { first: 501, last: 1000 };

test('a number that was used is never next again, in whatever order blocks come', () => {
  let book = withBlock(withBlock(bookIn(undefined), block), { first: 1501, last: 2000 });
  const used = new Set<string>();
  for (let n = 0; n < 1000; n += 1) {
    used.add(nextNumber(book) ?? '');
    book = withoutNext(book);
    // A repeated response adds nothing.
    if (n === 200) book = withBlock(book, { first: 1501, last: 2000 });
  }
  expect(used.size).toBe(1000);
  expect(nextNumber(book)).toBeUndefined();
  expect(withoutNext(book)).toEqual(book);
});

test('a phone requests receipt numbers while it has less than a block', () => {
  const book = withBlock(bookIn(undefined), block);
  expect([left(book), isLow(book)]).toEqual([500, false]);
  expect([left(withoutNext(book)), isLow(withoutNext(book))]).toEqual([499, true]);
});

test('receipts since the last connection add to the cash in hand until the server has them', () => {
  const book = withTaking(
    { ...bookIn(undefined), lenders: [lender] },
    { id: 'a', clientId: 1, amount: 6000, day: '2026-11-23' },
  );
  const asks = { clientId: 1, amount: 5000, now };
  expect(refusalHere(book, asks)).toEqual({
    code: 'CASH_OVER_LIMIT',
    facts: { held: 46_000, limit: 50_000, client: 'Svasti', day: '2026-11-23' },
  });
  expect(refusalHere(book, { ...asks, amount: 4000 })).toBeUndefined();
  expect(refusalHere(book, { ...asks, clientId: 2 })).toBeUndefined();
  // Still waiting here, it is not in the server's sum.
  expect(arrivedOf(book, new Set(['a'])).size).toBe(0);
  expect(withLenders(book, [lender], { question: 1, arrived: new Set() }).takings).toHaveLength(1);
  const sent = withLenders(book, [{ ...lender, held: 0, oldestOn: null }], {
    question: 1,
    arrived: arrivedOf(book, new Set()),
  });
  expect(refusalHere(sent, asks)).toBeUndefined();
});

test('cash in hand past its time limit blocks further cash', () => {
  const book = { ...bookIn(undefined), lenders: [{ ...lender, held: 10, oldestOn: '2026-11-20' }] };
  expect(refusalHere(book, { clientId: 1, amount: 1, now })?.code).toBe('CASH_TOO_OLD');
});

/** A phone with a scripted server. */
function phoneWith(start: CashBook) {
  let book = start;
  const waiting = new Set<string>();
  const answers: ((held: number) => void)[] = [];
  const ports: CashPorts = {
    read: async () => book,
    change: async (next) => void (book = next(book)),
    waiting: async () => new Set(waiting),
    numbers: async () => block,
    hand: () =>
      new Promise((resolve) =>
        answers.push((held) => resolve([{ ...lender, held, oldestOn: held > 0 ? '2026-11-23' : null }])),
      ),
  };
  /** Until the next question is with the server. */
  const asked = async (n: number): Promise<void> => {
    for (let turn = 0; turn < 100 && answers.length < n; turn += 1) await Promise.resolve();
  };
  return {
    ports,
    waiting,
    answers,
    asked,
    take: (id: string, amount: number) => {
      waiting.add(id);
      book = withTaking(book, { id, clientId: 1, amount, day: '2026-11-23' });
    },
    heldNow: () => heldOf(book, 1)?.held,
  };
}

test('receipts recorded while numbers are renewed are preserved', async () => {
  const phone = phoneWith(bookIn(undefined));
  phone.take('a', 6000);
  const renewal = renew(phone.ports);
  await phone.asked(1);
  // The server computes its response; then another receipt is recorded here, and the response arrives.
  phone.take('b', 5000);
  phone.answers[0]?.(40_000);
  await renewal;
  expect(phone.heldNow()).toBe(51_000);
});

test('a late response does not restore stale data', async () => {
  const phone = phoneWith(bookIn(undefined));
  const slow = renew(phone.ports);
  await phone.asked(1);
  phone.take('a', 6000);
  phone.waiting.delete('a');
  const quick = renew(phone.ports);
  await phone.asked(2);
  phone.answers[1]?.(6000);
  await quick;
  phone.answers[0]?.(0);
  await slow;
  expect(phone.heldNow()).toBe(6000);
});
