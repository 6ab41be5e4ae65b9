/** Cash state of the signed-in user on this phone: reloaded whenever an entry is saved or delivered. */
import { useEffect, useState } from 'react';
import { ApiFailure, learnRefusals } from '#kernel/client/calls/api-failure.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { type CashBook, cashToDeposit, refusalHere } from './cash-book.ts';
import { cashBookOf } from './cash-numbers.ts';
import { useQueue } from '../queue/use-queue.ts';

function useCashBook(): CashBook | undefined {
  const { id } = useCurrentUser();
  const { at } = useQueue();
  const [book, setBook] = useState<CashBook>();
  useEffect(() => {
    let isHere = true;
    const show = async (): Promise<void> => {
      // A browser without storage has no cash state.
      const next = await cashBookOf(id).catch(() => undefined);
      if (isHere && next) setBook(next);
    };
    void show();
    return () => void (isHere = false);
  }, [id, at]);
  return book;
}

/** Undefined while loading. */
export function useCashInHand(): { amount: number; receipts: number } | undefined {
  const book = useCashBook();
  return book && cashToDeposit(book);
}

/** Why an agent may not accept this amount of cash of a lender, before the form is filled; undefined if allowed. */
export function useCashFault(clientId: number): (amount: number) => string | undefined {
  const book = useCashBook();
  const [hasWords, setHasWords] = useState(false);
  useEffect(() => void learnRefusals().then(() => setHasWords(true)), []);
  return (amount) => {
    const refusal = book && hasWords && refusalHere(book, { clientId, amount, now: new Date() });
    return refusal ? new ApiFailure(409, refusal).words : undefined;
  };
}
