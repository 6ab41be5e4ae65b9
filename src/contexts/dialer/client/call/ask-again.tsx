/** Confirmation before a manual call to a borrower after a conversation today. */
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import type { WantedCall } from '#kernel/client/calls/live/dialer-store.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { timeWords } from '#kernel/ui/parts/values/format.ts';

export interface Again {
  wanted: WantedCall;
  /** When the conversation ended. */
  at: string;
}
export const AskAgain = ({ of, onAnswer }: { of: Again; onAnswer: (isYes: boolean) => void }) => (
  <Question
    words={say.againTitle(timeWords(of.at))}
    yes={say.callAgain}
    no={say.notAgain}
    isSafe="no"
    onAnswer={onAnswer}
  />
);
