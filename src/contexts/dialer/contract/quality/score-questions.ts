import { domain } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, number, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** Scored: rated by weight. Conduct: a rule met or broken, independent of the score. */
export const questionKinds = ['scored', 'conduct'] as const;

export const scoreQuestions = domain(
  'score-questions',
  master('/score-questions', {
    called: ['score question', 'score questions'],
    draft: {
      question: text({ max: 200 }),
      cardId: id('score-cards'),
      section: text({ max: 60 }),
      kind: choice(questionKinds),
      weight: number({ min: 0, max: 100 }),
      /** A No makes the score of the call zero. */
      isFatal: flag(),
      place: number({ min: 1, max: 999 }),
    },
    flags: { list: 'edit_score_cards', create: 'edit_score_cards', edit: 'edit_score_cards' },
    active: true,
    filters: { cardId: id('score-cards'), kind: choice(questionKinds) },
    sorts: ['place', 'question'],
  }),
);
