/** What the answers of a card come to. Pure, for the server and the form. */
import type * as z from 'zod/mini';
import type { answers, callReviews } from './call-reviews.ts';

type Review = z.output<typeof callReviews.of.gives>['reviews'][number];
export type AskedQuestion = Review['answers'][number];
type Answer = (typeof answers)[number];

const worth: Readonly<Record<Exclude<Answer, 'na'>, number>> = { yes: 1, partly: 0.5, no: 0 };

interface Score {
  /** Percent, one decimal. */
  score: number | null;
  isFatal: boolean;
  /** Rules of conduct that were broken. */
  broken: number;
}

/** Not-applicable questions are excluded from the weights; a No to a fatal question makes the score zero. */
export function scoreOf(all: readonly AskedQuestion[]): Score {
  const isFatal = all.some((one) => one.isFatal && one.answer === 'no');
  const broken = all.filter(({ kind, answer }) => kind === 'conduct' && answer === 'no').length;
  let [got, of] = [0, 0];
  for (const { kind, answer, weight } of all) {
    if (kind === 'conduct' || answer === 'na') continue;
    got += weight * worth[answer];
    of += weight;
  }
  const reached = of > 0 ? Math.round((1000 * got) / of) / 10 : null;
  return { score: isFatal ? 0 : reached, isFatal, broken };
}

interface Difference {
  points: number | null;
  questions: { question: string; answers: Answer[] }[];
}
/** Of two who scored the same call by the same card. */
export function differenceOf(one: Review, other: Review): Difference {
  const theirs = new Map(other.answers.map((answer) => [answer.questionId, answer]));
  return {
    points:
      one.score === null || other.score === null
        ? null
        : Math.round(Math.abs(one.score - other.score) * 10) / 10,
    questions: one.answers.flatMap(({ questionId, question, answer }) => {
      const second = theirs.get(questionId)?.answer;
      return second === undefined || second === answer ? [] : [{ question, answers: [answer, second] }];
    }),
  };
}
