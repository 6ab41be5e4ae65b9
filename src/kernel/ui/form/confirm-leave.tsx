import { useLeaveQuestion } from '#kernel/client/session/leave.ts';
import { kitText } from '#text/en/kit.ts';
import { Question } from './question.tsx';

/** Confirms before unsaved input is discarded. */
export function ConfirmLeave() {
  const question = useLeaveQuestion();
  return (
    question && (
      <Question
        words={kitText.leave}
        yes={kitText.leaveYes}
        no={kitText.leaveNo}
        isSafe="no"
        onAnswer={question.answer}
      />
    )
  );
}
