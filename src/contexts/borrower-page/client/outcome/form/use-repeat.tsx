/** Requires a confirmation before an equal disposition of a loan is saved again within two minutes, also offline. */
import { type ReactNode, useState } from 'react';
import type { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { timeInIndia } from '#kernel/contract/india.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { savedLately } from '#phone/outbox/sending/submit.ts';
import { NotMeant } from '#kernel/ui/form/not-meant.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { isCash } from './presets.ts';

type Recorded = Input<typeof borrowerDispositions.record>;

/** Fields that make two dispositions duplicates: excludes their time, and the receipt number of each cash payment. */
function sameAsOf(input: Recorded, actorId: number): object {
  const { loanId, dispositionId, subDispositionId, comments, amount, paymentMode, transactionId } = input;
  const { actionDate, ptpDate, paymentDate, settlementDate, instalments } = input;
  const days = { actionDate, ptpDate, paymentDate, settlementDate };
  const what = { loanId, dispositionId, subDispositionId, comments, amount, paymentMode, instalments };
  return { actorId, ...what, ...days, transactionId: isCash(paymentMode) ? undefined : transactionId };
}

interface Asked {
  time: string;
  answer: (isMeant: boolean) => void;
}

export function useRepeat(): {
  /** Input for the disposition; throws NotMeant when the author cancels a duplicate. */
  confirm: (input: Recorded) => Promise<{ sameAs: object; isRepeat: boolean }>;
  /** Sends it; if the server reports a duplicate, requires a confirmation and resends it. */
  send: <R>(input: Recorded, submit: (one: Recorded) => Promise<R>) => Promise<R>;
  question: ReactNode;
} {
  const { id } = useCurrentUser();
  const [asked, setAsked] = useState<Asked>();
  const ask = (time: string): Promise<boolean> =>
    new Promise((resolve) =>
      setAsked({
        time,
        answer(isMeant) {
          setAsked(undefined);
          resolve(isMeant);
        },
      }),
    );
  return {
    async confirm(input) {
      const sameAs = sameAsOf(input, id);
      const at = await savedLately(sameAs);
      if (at === undefined) return { sameAs, isRepeat: false };
      const time = timeInIndia(at);
      if (!(await ask(time))) throw new NotMeant();
      return { sameAs, isRepeat: true };
    },
    async send(input, submit) {
      try {
        return await submit(input);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'SAME_OUTCOME') throw error;
        const time = timeInIndia(Date.parse(String(error.facts['at'])));
        if (!(await ask(time))) throw new NotMeant();
        return submit({ ...input, isRepeat: true });
      }
    },
    question: asked && (
      <Question
        words={say.savedLately(asked.time)}
        yes={say.saveAgain}
        no={say.notAgain}
        isSafe="no"
        onAnswer={asked.answer}
      />
    ),
  };
}
