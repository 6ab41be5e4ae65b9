/** Call reviews with scorecards, blind calibration by two reviewers, and coaching notes. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, instant, key, note, nullable } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { questionKinds } from './score-questions.ts';

/** For a conduct rule: met, broken, or not applicable. */
export const answers = ['yes', 'partly', 'no', 'na'] as const;
const words = z.string();

const question = z.object({
  id: id(),
  section: words,
  question: words,
  kind: choice(questionKinds),
  weight: z.int(),
  isFatal: flag(),
});
const card = z.object({ id: id(), name: words, description: words, questions: z.array(question) });
const answered = { questionId: id('score-questions'), answer: choice(answers), note: note({ max: 300 }) };

/** Question at review time: the scorecard may change later. */
const asked = z.object({
  questionId: id(),
  section: words,
  question: words,
  kind: choice(questionKinds),
  weight: z.int(),
  isFatal: flag(),
  answer: choice(answers),
  note: words,
});
const review = z.object({
  id: id(),
  cardId: id('score-cards'),
  card: words,
  reviewerId: id('users'),
  reviewer: words,
  createdAt: instant(),
  /** Percent; null where no weighted question was answered. */
  score: z.nullable(z.number()),
  isFatal: flag(),
  broken: z.int(),
  answers: z.array(asked),
  comment: words,
  coaching: words,
  acknowledgedAt: nullable(instant()),
  reply: words,
});
const calibration = z.object({
  id: id(),
  cardId: id('score-cards'),
  card: words,
  reviewers: z.array(z.object({ id: id('users'), name: words, isDone: flag() })),
  /** After both reviews: score difference in points, and the questions with different answers. */
  difference: z.nullable(
    z.object({
      points: z.nullable(z.number()),
      questions: z.array(z.object({ question: words, answers: z.array(choice(answers)) })),
    }),
  ),
});
const standing = z.object({
  cards: z.array(card),
  reviews: z.array(review),
  calibrations: z.array(calibration),
  /** Reviews hidden from the caller until they submit a review. */
  hidden: z.int(),
  /** Possible second reviewers of a calibration. */
  reviewers: z.array(z.object({ id: id('users'), name: words })),
  /** False for the caller's calls as an agent. */
  mayScore: flag(),
});

const coached = z.object({
  id: id(),
  createdAt: instant(),
  callAt: instant(),
  borrowerName: z.nullable(words),
  loanNumber: z.nullable(words),
  card: words,
  reviewer: words,
  score: z.nullable(z.number()),
  isFatal: flag(),
  broken: z.array(words),
  coaching: words,
  acknowledgedAt: nullable(instant()),
  reply: words,
});
const can = 'review_calls';
const missing = { can, errors: ['NOT_FOUND', 'REVIEW_NOT_POSSIBLE'] } as const;

export const callReviews = domain('call-reviews', {
  of: endpoint('GET /dialer/recordings/:id/reviews', {
    about: 'Scores of a call, and the cards it can be scored by.',
    can,
    takes: { id: key('calls') },
    gives: standing,
    errors: ['NOT_FOUND'],
  }),
  record: endpoint('POST /dialer/recordings/:id/reviews', {
    about: 'Scores a call by a card, with a note to its agent if there is one.',
    ...missing,
    takes: {
      id: key('calls'),
      cardId: id('score-cards'),
      answers: z.array(z.object(answered)).check(z.minLength(1), z.maxLength(200)),
      comment: note({ max: 1000 }),
      coaching: note({ max: 1000 }),
    },
    gives: standing,
  }),
  calibrate: endpoint('POST /dialer/recordings/:id/calibration', {
    about: 'Asks two people to score a call by the same card without seeing each other.',
    ...missing,
    takes: { id: key('calls'), cardId: id('score-cards'), reviewerIds: ids('users', { min: 2, max: 2 }) },
    gives: standing,
  }),
  coaching: list('GET /dialer/coaching', {
    about: 'Notes on the caller’s own calls by those who scored them.',
    can: 'staff',
    row: coached,
    filters: { isOpen: flag() },
    sorts: ['createdAt'],
  }),
  acknowledge: endpoint('POST /dialer/coaching/:id/acknowledge', {
    about: 'The agent has read a note on their call, and may answer it.',
    can: 'staff',
    takes: { id: key('call-reviews'), reply: note({ max: 1000 }) },
    gives: coached,
    errors: ['NOT_FOUND'],
  }),
});
