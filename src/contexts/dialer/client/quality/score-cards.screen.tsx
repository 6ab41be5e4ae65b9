import { scoreCards } from '#contexts/dialer/contract/quality/score-cards.ts';
import { qualityText } from '#contexts/dialer/text/en/quality.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

const say = qualityText.cards;
const col = columnsOf(scoreCards.list);
const field = fieldsOf(scoreCards.create);

export const ScoreCardsScreen = masterScreen({
  source: scoreCards,
  says: say,
  columns: [
    col.text('name', say.name, { width: 280 }),
    col.text('description', say.description, { width: 420 }),
  ],
  card: ({ name, description }) => ({ who: name, much: '', next: description }),
  fields: [field.text('name', say.name), field.area('description', say.description)],
});
