/** Confirmation before deactivation: the dependents as text, and actions to resolve them first. */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { Question } from './question.tsx';

/** The user declined: the form is unchanged and shows no error. */
export class NotSent extends Error {
  readonly words = '';
}

interface BeforeOffProps {
  id: number;
  onAnswer: (isYes: boolean) => void;
}
export type BeforeOff = ComponentType<BeforeOffProps>;

/** `ask` returns the question text; `More` is shown with it, and calls `onDone` when dependents were resolved. */
export function beforeOff(
  ask: (id: number) => Promise<string>,
  More?: ComponentType<{ id: number; onDone: () => void }>,
): BeforeOff {
  return function Asked({ id, onAnswer }) {
    const [words, setWords] = useState<string>();
    const read = useCallback(() => {
      // If the dependents cannot be loaded, still requires confirmation.
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
