/** Calibration: two reviewers score one call independently, then their difference is shown. */
import { type FormEvent, useState } from 'react';
import { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { qualityText as say } from '#contexts/dialer/text/en/quality.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './quality.module.css';
import type { CallScores } from './call-scores.ts';

type Calibration = CallScores['calibrations'][number];

export function Calibrations({ id, of }: { id: string; of: CallScores }) {
  const { calibrations, cards, reviewers, reviews } = of;
  // Hides reviewers who scored the call already, and cards calibrated already.
  const left = cards.filter(
    (card) =>
      !calibrations.some(({ cardId }) => cardId === card.id) &&
      !reviews.some(({ cardId }) => cardId === card.id),
  );
  return (
    <>
      {calibrations.map((one) => (
        <Asked key={one.id} of={one} />
      ))}
      {left.length > 0 && reviewers.length > 1 && of.hidden === 0 && (
        <details className={css.ask}>
          <summary>{say.calibrate}</summary>
          <Ask id={id} cards={left} reviewers={reviewers} />
        </details>
      )}
    </>
  );
}

function Asked({ of: { card, reviewers, difference } }: { of: Calibration }) {
  return (
    <article className={css.review}>
      <header>
        <strong>{say.by(say.calibration, card)}</strong>
      </header>
      <p>{reviewers.map(({ name, isDone }) => `${name}: ${isDone ? say.done : say.open}`).join(', ')}</p>
      {difference && (
        <>
          {difference.points !== null && (
            <p className={css.points}>{say.points(String(difference.points))}</p>
          )}
          {difference.questions.length === 0 ? (
            <p>{say.same}</p>
          ) : (
            <>
              <p>{say.differ}</p>
              <ul>
                {difference.questions.map(({ question, answers }) => (
                  <li key={question}>
                    {question}: {answers.map((answer) => say.answers.scored[answer]).join(' / ')}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </article>
  );
}

function Ask({ id, cards, reviewers }: { id: string } & Pick<CallScores, 'cards' | 'reviewers'>) {
  const { run, busy } = useAct(callReviews.calibrate);
  const [fault, setFault] = useState<string>();
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [cardId, one, two] = ['card', 'one', 'two'].map((name) => Number(form.get(name)));
    if (!cardId || !one || !two || one === two) return setFault(say.twice);
    setFault(undefined);
    run({ id, cardId, reviewerIds: [one, two] }).then(
      () => notice.success(say.asked),
      (error: unknown) => notice.warning(wordsOf(error) ?? say.failed),
    );
  };
  return (
    <form className={css.form} onSubmit={send}>
      <Choice label={say.card} name="card" of={cards} initial={cards[0]?.id} />
      <Choice label={say.first} name="one" of={reviewers} />
      <Choice label={say.second} name="two" of={reviewers} />
      {fault && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <button type="submit" className={look.plain} disabled={busy}>
        {say.ask}
      </button>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  of: readonly { id: number; name: string }[];
  initial?: number | undefined;
}
const Choice = ({ label, name, of, initial }: ChoiceProps) => (
  <label className={css.field}>
    {label}
    <select name={name} defaultValue={initial ?? ''}>
      <option value="">{say.pick}</option>
      {of.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </select>
  </label>
);
