/** Reviews of a call as visible to a user: during a calibration others' only after their submission. */
import type { z } from 'zod/mini';
import type { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { differenceOf } from '#contexts/dialer/contract/quality/score.ts';

export type CallScores = z.output<typeof callReviews.of.gives>;
type Review = CallScores['reviews'][number];
type Card = CallScores['cards'][number];
interface Calibration {
  id: number;
  cardId: number;
  card: string;
  reviewers: { id: number; name: string }[];
}

const name = sql`trim(u.first_name || ' ' || u.last_name)`;

const cardsOf = (tx: Tx): Promise<Card[]> =>
  tx.rows(sql`
    select c.id, c.name, c.description, jsonb_agg(jsonb_build_object('id', q.id, 'section', q.section, 'question', q.question,
      'kind', q.kind, 'weight', q.weight, 'isFatal', q.is_fatal) order by q.place, q.id) as questions
    from score_cards c join score_questions q on q.card_id = c.id and q.is_active where c.is_active group by c.id order by c.name`);
export const scoreCardOf = async (tx: Tx, id: number): Promise<Card | undefined> =>
  (await cardsOf(tx)).find((card) => card.id === id);

export const reviewsOf = (tx: Tx, callId: number): Promise<Review[]> =>
  tx.rows(sql`
    select r.id, r.card_id as "cardId", c.name as card, r.reviewer_id as "reviewerId", ${name} as reviewer,
      r.created_at as "createdAt", r.score::float8 as score, r.is_fatal as "isFatal", r.broken, r.answers, r.comment, r.coaching,
      r.acknowledged_at as "acknowledgedAt", r.reply
    from call_reviews r join score_cards c on c.id = r.card_id join users u on u.id = r.reviewer_id
    where r.attempt_id = ${callId} order by r.created_at, r.id`);

export const calibrationsOf = (tx: Tx, callId: number): Promise<Calibration[]> =>
  tx.rows(sql`
    select k.id, k.card_id as "cardId", c.name as card,
      (select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${name}) order by u.id) from users u where u.id = any(k.reviewer_ids)) as reviewers
    from call_calibrations k join score_cards c on c.id = k.card_id where k.attempt_id = ${callId} order by k.id`);

/** Whether this person has still to score the call by this card, as one of two. */
export const owes = (
  calibrations: readonly Calibration[],
  reviews: readonly Review[],
  who: { userId: number; cardId?: number },
): boolean =>
  calibrations.some(
    ({ cardId, reviewers }) =>
      (who.cardId === undefined || who.cardId === cardId) &&
      reviewers.some(({ id }) => id === who.userId) &&
      !reviews.some((review) => review.cardId === cardId && review.reviewerId === who.userId),
  );

/** The user and their reports who may review and play the call; its agent is excluded. */
export const reviewersFor = (
  tx: Tx,
  actor: ServerActor,
  agentId: number | null,
): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select u.id, ${name} as name from users u join roles o on o.id = u.role_id
    where u.is_active and u.id is distinct from ${agentId} and (u.id = ${actor.id} or ${visibleUsers(actor, sql`u.id`)})
      and (o.slug = 'system_admin' or o.flags @> array['review_calls', 'list_summary_disposition'])
    order by 2, 1 limit 200`);

export async function scoresOf(
  tx: Tx,
  call: { id: number; agentId: number | null },
  actor: ServerActor,
): Promise<CallScores> {
  const userId = actor.id;
  const [cards, reviewers, all, calibrations] = await Promise.all([
    cardsOf(tx),
    reviewersFor(tx, actor, call.agentId),
    reviewsOf(tx, call.id),
    calibrationsOf(tx, call.id),
  ]);
  const reviews = owes(calibrations, all, { userId })
    ? all.filter(({ reviewerId }) => reviewerId === userId)
    : all;
  return {
    cards,
    reviewers,
    reviews,
    hidden: all.length - reviews.length,
    calibrations: calibrations.map(({ id, cardId, card, reviewers }) => {
      const theirs = reviewers.map((one) =>
        all.find((review) => review.cardId === cardId && review.reviewerId === one.id),
      );
      const [first, second] = theirs;
      return {
        id,
        cardId,
        card,
        reviewers: reviewers.map((one, i) => ({ ...one, isDone: theirs[i] !== undefined })),
        difference: first && second ? differenceOf(first, second) : null,
      };
    }),
    mayScore: call.agentId !== userId,
  };
}
