import { domain } from '#kernel/contract/endpoint.ts';
import { note, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** What calls are scored by. */
export const scoreCards = domain(
  'score-cards',
  master('/score-cards', {
    called: ['score card', 'score cards'],
    draft: { name: text({ max: 80, unique: true }), description: note({ max: 300 }) },
    flags: { list: 'edit_score_cards', create: 'edit_score_cards', edit: 'edit_score_cards' },
    active: true,
  }),
);
