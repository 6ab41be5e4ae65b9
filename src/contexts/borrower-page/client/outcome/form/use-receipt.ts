/** Receipt number of cash: from this phone's block, used when the entry is saved. */
import { useEffect, useState } from 'react';
import type { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { noteTaken, shownNumber, takeNumber } from '#phone/outbox/cash/cash-numbers.ts';
import { exactRupees, today } from '#kernel/ui/parts/values/format.ts';
import { isCash, receiptNumber } from './presets.ts';

type Recorded = Input<typeof borrowerDispositions.record>;
interface Saving {
  input: Recorded;
  /** The receipt's part of the notice after a save. */
  words?: string;
  /** It is on this phone, under this id. */
  wasSaved: (id: string) => void;
}

/** `receipt` is briefly undefined; a phone without numbers generates one. */
export function useReceipt(clientId: number): {
  receipt: string | undefined;
  takeCash: (input: Recorded) => Promise<Saving>;
} {
  const { id: userId } = useCurrentUser();
  const [receipt, setReceipt] = useState<string>();
  useEffect(() => {
    let isHere = true;
    const show = (number: string | undefined): void => {
      if (isHere) setReceipt(number ?? receiptNumber());
    };
    // A browser without storage has no numbers.
    shownNumber(userId).then(show, () => show(undefined));
    return () => void (isHere = false);
  }, [userId]);
  const takeCash = async (input: Recorded): Promise<Saving> => {
    const { paymentMode, transactionId, amount = 0, paymentDate } = input;
    if (!isCash(paymentMode) || transactionId === undefined) return { input, wasSaved: () => undefined };
    const number = await takeNumber(userId, { clientId, amount, number: transactionId });
    const wasSaved = (id: string): void => {
      noteTaken(userId, { id, clientId, amount, day: paymentDate ?? today() }).catch(reportError);
    };
    return {
      input: { ...input, transactionId: number },
      words: `${say.receipt(number, exactRupees(amount))}.`,
      wasSaved,
    };
  };
  return { receipt, takeCash };
}
