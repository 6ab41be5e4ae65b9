/** Scores of a call next to its player: existing ones, the caller's form, and calibrations. */
import { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { qualityText as say } from '#contexts/dialer/text/en/quality.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import type { CallScores } from './call-scores.ts';
import { Calibrations } from './calibration.tsx';
import css from './quality.module.css';
import { ScoreForm } from './score-form.tsx';

type Review = CallScores['reviews'][number];

export function Scores({ callId }: { callId: number }) {
  const id = String(callId);
  const { data, error, refetch } = useRead(callReviews.of, { id });
  const me = useActor().id;
  if (error && !data) return <ListTrouble error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton isPhone columns={1} />;
  const { reviews, hidden, mayScore, cards } = data;
  const owed = data.calibrations.find(
    ({ reviewers, cardId }) =>
      reviewers.some((one) => one.id === me && !one.isDone) && cards.some((card) => card.id === cardId),
  );
  const mine = new Set(reviews.filter(({ reviewerId }) => reviewerId === me).map(({ cardId }) => cardId));
  const left = owed
    ? cards.filter((card) => card.id === owed.cardId)
    : cards.filter((card) => !mine.has(card.id));
  return (
    <section className={css.scores} aria-label={say.title}>
      <h2>{say.title}</h2>
      {owed && <p className={css.told}>{say.waits}</p>}
      {hidden > 0 && <p className={css.told}>{say.hidden(hidden)}</p>}
      {!mayScore && <p className={css.told}>{say.own}</p>}
      {reviews.length + hidden === 0 && mayScore && <p className={css.told}>{say.none}</p>}
      {reviews.map((review) => (
        <Scored key={review.id} of={review} />
      ))}
      {mayScore && left.length > 0 && (
        <ScoreForm
          key={`${id} ${left.map((card) => card.id).join()}`}
          id={id}
          cards={left}
          isCalibrating={owed !== undefined}
        />
      )}
      <Calibrations id={id} of={data} />
    </section>
  );
}

const toneOf = (score: number): 'good' | 'warn' | 'bad' =>
  score >= 80 ? 'good' : score >= 60 ? 'warn' : 'bad';

function Scored({ of }: { of: Review }) {
  const noted = of.answers.filter(
    ({ answer, note }) => answer === 'no' || answer === 'partly' || note !== '',
  );
  return (
    <article className={css.review}>
      <header>
        <strong>{say.by(of.reviewer, of.card)}</strong>
        <span className={css.pills}>
          {of.score === null ? (
            <StatusPill tone="plain">{say.noScore}</StatusPill>
          ) : (
            <StatusPill tone={toneOf(of.score)}>{say.score(String(of.score))}</StatusPill>
          )}
          {of.isFatal && <StatusPill tone="bad">{say.isFatal}</StatusPill>}
          {of.broken > 0 && <StatusPill tone="bad">{say.broken(of.broken)}</StatusPill>}
        </span>
      </header>
      {noted.length > 0 && (
        <ul>
          {noted.map(({ questionId, question, kind, answer, note }) => (
            <li key={questionId}>
              {question}: <b>{say.answers[kind][answer]}</b>
              {note && <span>. {note}</span>}
            </li>
          ))}
        </ul>
      )}
      {of.comment && (
        <p>
          <b>{say.commentIs}:</b> {of.comment}
        </p>
      )}
      {of.coaching && (
        <p>
          <b>{say.coaching}:</b> {of.coaching}{' '}
          <small>{of.acknowledgedAt ? say.read(momentText(of.acknowledgedAt)) : say.unread}</small>
        </p>
      )}
      {of.reply && (
        <p>
          <b>{say.reply}:</b> {of.reply}
        </p>
      )}
      <small>{momentText(of.createdAt)}</small>
    </article>
  );
}
