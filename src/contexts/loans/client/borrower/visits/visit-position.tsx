import { kilometresAway, pincodeIn } from '#contexts/work/contract/visit-place.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import look from '#kernel/ui/parts/actions.module.css';
import type { Position } from './position.ts';
import css from './visits.module.css';

const wordsOf = (position: Position): string => {
  if (position.state === 'found') return say.found(Math.round(position.accuracy));
  if (position.state === 'looking') return say.looking;
  return position.state === 'refused' ? say.positionRefused : say.positionNone;
};

/** What is known of where this phone is; whatever it is, the visit can be saved. */
export function PositionPart({
  position,
  address,
  onAgain,
}: {
  position: Position;
  address: string | null;
  onAgain: () => void;
}) {
  const away = position.state === 'found' ? kilometresAway(pincodeIn(address), position) : undefined;
  return (
    <div className={css.position} data-state={position.state}>
      <span role="status">{wordsOf(position)}</span>
      {Boolean(away) && <strong role="alert">{say.away(away ?? 0)}</strong>}
      {(position.state === 'refused' || position.state === 'none') && (
        <button type="button" className={look.plain} onClick={onAgain}>
          {say.again}
        </button>
      )}
    </div>
  );
}
