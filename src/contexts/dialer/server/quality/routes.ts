/** Scoring calls, alone or as one of two who calibrate, and what agents read of it. */
import { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { oneRecording } from '../recordings/list.ts';
import { acknowledge, coachingOf } from './coaching.ts';
import {
  type CallScores,
  calibrationsOf,
  scoreCardOf,
  owes,
  reviewersFor,
  reviewsOf,
  scoresOf,
} from './reviews.ts';
import { type AskedQuestion, scoreOf } from '#contexts/dialer/contract/quality/score.ts';

type Answered = readonly { questionId: number; answer: AskedQuestion['answer']; note: string }[];

/** The call of a playable recording; locked for writes. */
async function callOf({ tx, actor }: Context, key: string, isWrite: boolean) {
  if (!may(actor, recordings.one.can)) throw new Failure('NOT_FOUND');
  const { id, agentId } = await oneRecording(tx, actor, key);
  if (isWrite) await tx.one(sql`select id from call_attempts where id = ${id} for no key update`);
  return { id, agentId };
}

/** Every question of the scorecard with its answer; omitted ones are not applicable. */
async function askedOf(tx: Tx, cardId: number, answered: Answered): Promise<AskedQuestion[]> {
  const card = await scoreCardOf(tx, cardId);
  const given = new Map(answered.map((one) => [one.questionId, one]));
  const known = card?.questions.filter(({ id }) => given.has(id)) ?? [];
  if (!card || known.length !== given.size) throw new Failure('REVIEW_NOT_POSSIBLE');
  return card.questions.map(({ id, ...question }) => ({
    ...question,
    questionId: id,
    answer: given.get(id)?.answer ?? 'na',
    note: given.get(id)?.note ?? '',
  }));
}

interface Written {
  id: string;
  cardId: number;
  answers: Answered;
  comment: string;
  coaching: string;
}
async function record(context: Context, { id: key, cardId, answers, ...said }: Written): Promise<CallScores> {
  const { tx, actor, now, emit } = context;
  const call = await callOf(context, key, true);
  const [reviews, calibrations] = await Promise.all([reviewsOf(tx, call.id), calibrationsOf(tx, call.id)]);
  const isDone = reviews.some((one) => one.cardId === cardId && one.reviewerId === actor.id);
  const isCalibrating = owes(calibrations, reviews, { userId: actor.id, cardId });
  // Coaching by a single reviewer becomes a note; a calibration sends none.
  const hasCoaching = said.coaching !== '' && (isCalibrating || call.agentId === null);
  if (call.agentId === actor.id || isDone || hasCoaching) throw new Failure('REVIEW_NOT_POSSIBLE');
  const asked = await askedOf(tx, cardId, answers);
  const { score, isFatal, broken } = scoreOf(asked);
  await tx.run(sql`
    insert into call_reviews (attempt_id, card_id, reviewer_id, agent_id, answers, score, is_fatal, broken, comment, coaching, created_at)
    values (${call.id}, ${cardId}, ${actor.id}, ${call.agentId}, ${JSON.stringify(asked)}::jsonb, ${score}, ${isFatal}, ${broken},
      ${said.comment}, ${said.coaching}, ${now})`);
  const isCoached = said.coaching !== '';
  emit('call-reviews.recorded', {
    id: call.id,
    facts: { cardId, agentId: call.agentId, score, isFatal, broken, isCoached },
    to: isCoached && call.agentId !== null ? [actor.id, call.agentId] : [actor.id],
  });
  return scoresOf(tx, call, actor);
}

/** Two reviewers besides the agent who may play the call and have not scored it yet. */
async function calibrate(
  context: Context,
  { id: key, cardId, reviewerIds }: { id: string; cardId: number; reviewerIds: readonly number[] },
): Promise<CallScores> {
  const { tx, actor, now, emit } = context;
  const call = await callOf(context, key, true);
  const two = [...new Set(reviewerIds)];
  const able = (await reviewersFor(tx, actor, call.agentId)).filter(({ id }) => two.includes(id));
  const hasScored = (await reviewsOf(tx, call.id)).some(
    (one) => one.cardId === cardId && two.includes(one.reviewerId),
  );
  const isKnown = (await calibrationsOf(tx, call.id)).some((one) => one.cardId === cardId);
  if (able.length !== 2 || isKnown || hasScored || !(await scoreCardOf(tx, cardId)))
    throw new Failure('REVIEW_NOT_POSSIBLE');
  await tx.run(sql`
    insert into call_calibrations (attempt_id, card_id, reviewer_ids, asked_by, asked_at)
    values (${call.id}, ${cardId}, ${two}, ${actor.id}, ${now})`);
  emit('call-reviews.calibration-asked', {
    id: call.id,
    facts: { cardId, reviewerIds: two },
    to: [actor.id, ...two],
  });
  return scoresOf(tx, call, actor);
}

export const reviewRoutes: Route[] = implement(callReviews, {
  async of({ id }, context) {
    return scoresOf(context.tx, await callOf(context, id, false), context.actor);
  },
  record: (written, context) => record(context, written),
  calibrate: (asked, context) => calibrate(context, asked),
  coaching: (query, { tx, actor }) => coachingOf(tx, actor.id, query),
  acknowledge: ({ id, reply }, context) => acknowledge(context, id, reply),
});
