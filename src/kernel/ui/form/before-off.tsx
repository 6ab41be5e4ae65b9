/** Asked before something is switched off: what hangs on it, in words, and what may be done with that first. */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { Question } from './question.tsx';

/** The answer was no: the form stays as it is, and has nothing to say. */
export class NotSent extends Error {
  readonly words = '';
}

interface BeforeOffProps {
  id: number;
  onAnswer: (isYes: boolean) => void;
}
export type BeforeOff = ComponentType<BeforeOffProps>;

/** `ask` answers the question in words; `More` is offered beside it, and calls `onDone` when there is less to ask about. */
export function beforeOff(
  ask: (id: number) => Promise<string>,
  More?: ComponentType<{ id: number; onDone: () => void }>,
): BeforeOff {
  return function Asked({ id, onAnswer }) {
    const [words, setWords] = useState<string>();
    const read = useCallback(() => {
      // What cannot be read now is asked about all the same.
      ask(id).then(setWords, () => setWords(kitText.switchOffUnknown));
    }, [id]);
    useEffect(read, [read]);
    if (words === undefined) return null;
    return (
      <Question words={words} yes={kitText.switchOff} no={kitText.cancel} isSafe="no" onAnswer={onAnswer}>
        {More && <More id={id} onDone={read} />}
      </Question>
    );
  };
}
