/** Scorecard form: one click per question, a note where needed. */
import { type FormEvent, useId, useState } from 'react';
import { answers, callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { scoreOf } from '#contexts/dialer/contract/quality/score.ts';
import { qualityText as say } from '#contexts/dialer/text/en/quality.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './quality.module.css';
import type { CallScores } from './call-scores.ts';

type Card = CallScores['cards'][number];
type Question = Card['questions'][number];
type Answer = (typeof answers)[number];

interface FormProps {
  id: string;
  cards: readonly Card[];
  /** A calibration sends no coaching note. */
  isCalibrating: boolean;
}
export function ScoreForm({ id, cards, isCalibrating }: FormProps) {
  const [isOpen, setIsOpen] = useState(isCalibrating);
  const [cardId, setCardId] = useState(cards[0]?.id);
  const card = cards.find((one) => one.id === cardId) ?? cards[0];
  const choice = useId();
  if (!card) return null;
  if (!isOpen)
    return (
      <button type="button" className={look.main} onClick={() => setIsOpen(true)}>
        {say.begin}
      </button>
    );
  return (
    <>
      {cards.length > 1 && (
        <div className={css.field}>
          <label htmlFor={choice}>{say.card}</label>
          <select id={choice} value={card.id} onChange={({ target }) => setCardId(Number(target.value))}>
            {cards.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <Questions key={card.id} id={id} card={card} isCalibrating={isCalibrating} />
    </>
  );
}

function sectionsOf({ questions }: Card): [section: string, questions: Question[]][] {
  const sections = new Map<string, Question[]>();
  for (const one of questions) sections.set(one.section, [...(sections.get(one.section) ?? []), one]);
  return [...sections];
}

function Questions({ id, card, isCalibrating }: { id: string; card: Card; isCalibrating: boolean }) {
  const [given, setGiven] = useState<Readonly<Record<number, Answer>>>({});
  const [notes, setNotes] = useState<Readonly<Record<number, string>>>({});
  const [isLate, setIsLate] = useState(false);
  const { run, busy } = useAct(callReviews.record);
  const isWhole = card.questions.every((one) => given[one.id]);
  const asked = card.questions.map(({ id: questionId, ...one }) => ({
    ...one,
    questionId,
    answer: given[questionId] ?? ('na' as const),
    note: notes[questionId] ?? '',
  }));
  const { score } = scoreOf(asked);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isWhole) return setIsLate(true);
    const form = new FormData(event.currentTarget);
    const words = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const said = asked.map(({ questionId, answer, note }) => ({ questionId, answer, note }));
    run({ id, cardId: card.id, answers: said, comment: words('comment'), coaching: words('coaching') }).then(
      () => notice.success(say.saved),
      (error: unknown) => notice.warning(wordsOf(error) ?? say.failed),
    );
  };
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {card.description && <p className={css.told}>{card.description}</p>}
      {sectionsOf(card).map(([section, questions]) => (
        <section key={section} aria-label={section}>
          <h3>{section}</h3>
          {questions.map((one) => (
            <Asked
              key={one.id}
              of={one}
              answer={given[one.id]}
              isMissing={isLate && !given[one.id]}
              note={notes[one.id] ?? ''}
              onAnswer={(answer) => setGiven({ ...given, [one.id]: answer })}
              onNote={(note) => setNotes({ ...notes, [one.id]: note })}
            />
          ))}
        </section>
      ))}
      <label className={css.field}>
        {say.comment}
        <textarea name="comment" rows={2} maxLength={1000} />
      </label>
      {!isCalibrating && (
        <label className={css.field}>
          {say.coaching}
          <textarea name="coaching" rows={3} maxLength={1000} />
          <small>{say.coachingHint}</small>
        </label>
      )}
      {isLate && !isWhole && (
        <p role="alert" className={css.fault}>
          {say.needed}
        </p>
      )}
      <div className={css.foot}>
        <button type="submit" className={look.main} disabled={busy}>
          {say.save}
        </button>
        {score !== null && <output>{say.soFar(String(score))}</output>}
      </div>
    </form>
  );
}

interface AskedProps {
  of: Question;
  answer: Answer | undefined;
  note: string;
  isMissing: boolean;
  onAnswer: (answer: Answer) => void;
  onNote: (note: string) => void;
}
function Asked({ of, answer, note, isMissing, onAnswer, onNote }: AskedProps) {
  // A conduct rule has no partial answer.
  const offered = answers.filter((one) => of.kind === 'scored' || one !== 'partly');
  return (
    <fieldset className={css.question} data-missing={isMissing || undefined}>
      <legend>
        {of.question} {of.isFatal && <StatusPill tone="bad">{say.questions.fatal}</StatusPill>}
        {of.weight > 0 && <small>{say.weight(of.weight)}</small>}
      </legend>
      <div className={css.choices}>
        {offered.map((one) => (
          <label key={one} data-on={answer === one || undefined} data-answer={one}>
            <input
              type="radio"
              name={`question-${of.id}`}
              value={one}
              checked={answer === one}
              onChange={() => onAnswer(one)}
            />
            {say.answers[of.kind][one]}
          </label>
        ))}
      </div>
      {(answer === 'no' || answer === 'partly') && (
        <input
          type="text"
          className={css.note}
          maxLength={300}
          placeholder={say.note}
          aria-label={say.noteOn(of.question)}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
      )}
    </fieldset>
  );
}
