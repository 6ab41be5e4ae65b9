import { type ReactNode, useState } from 'react';
import { Question } from '#kernel/ui/form/question.tsx';
import { kilometresAway, pincodeIn } from '#contexts/work/contract/visit-place.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import type { Position } from './position.ts';
import css from './visits.module.css';

const wordsOf = (position: Position): string => {
  if (position.state === 'found') return say.found(Math.round(position.accuracy));
  if (position.state === 'looking') return say.looking;
  return position.state === 'refused' ? say.positionRefused : say.positionNone;
};

const awayFrom = (address: string | null, position: Position): number =>
  (position.state === 'found' && kilometresAway(pincodeIn(address), position)) || 0;

/** Requires a confirmation before a visit far from the address is saved. */
export function useFarQuestion(
  address: string | null,
  position: Position,
): { question: ReactNode; confirm: () => Promise<boolean> } {
  const [asked, setAsked] = useState<{ km: number; answer: (isYes: boolean) => void }>();
  const confirm = async (): Promise<boolean> => {
    const km = awayFrom(address, position);
    if (km === 0) return true;
    return new Promise((resolve) => setAsked({ km, answer: resolve }));
  };
  const question = asked && (
    <Question
      words={say.askAway(asked.km)}
      yes={say.saveAway}
      no={say.notAway}
      isSafe="no"
      onAnswer={(isYes) => {
        setAsked(undefined);
        asked.answer(isYes);
      }}
    />
  );
  return { question, confirm };
}

/** State of this phone's position; in any state the visit can be saved. */
export function PositionPart({
  position,
  address,
  onAgain,
}: {
  position: Position;
  address: string | null;
  onAgain: () => void;
}) {
  const away = awayFrom(address, position);
  return (
    <div className={css.position} data-state={position.state}>
      <span role="status">{wordsOf(position)}</span>
      {away > 0 && <strong role="alert">{say.away(away)}</strong>}
      {(position.state === 'refused' || position.state === 'none') && (
        <button type="button" className={look.plain} onClick={onAgain}>
          {say.again}
        </button>
      )}
    </div>
  );
}
