import { questionKinds, scoreQuestions } from '#contexts/dialer/contract/quality/score-questions.ts';
import { qualityText } from '#contexts/dialer/text/en/quality.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';

const say = qualityText.questions;
const col = columnsOf(scoreQuestions.list);
const field = fieldsOf(scoreQuestions.create);
const filter = filtersOf(scoreQuestions.list);
const kinds = questionKinds.map((value) => ({ value, label: qualityText.kinds[value] }));

const Fatal = ({ isFatal }: { isFatal: boolean }) =>
  isFatal && <StatusPill tone="bad">{say.fatal}</StatusPill>;

export const ScoreQuestionsScreen = masterScreen({
  source: scoreQuestions,
  says: say,
  columns: [
    col.text('question', say.question, { width: 420 }),
    col.text('section', say.section, { width: 160 }),
    col.of('kind', say.kind, ({ kind }) => qualityText.kinds[kind], { width: 150 }),
    col.number('weight', say.weight),
    col.custom('isFatal', say.fatal, Fatal, {
      text: ({ isFatal }) => (isFatal ? say.fatal : ''),
      width: 104,
    }),
    col.number('place', say.place),
  ],
  card: ({ question, section, kind, weight, isFatal }) => ({
    who: question,
    much: '',
    next: [section, qualityText.kinds[kind], weight > 0 && qualityText.weight(weight), isFatal && say.fatal]
      .filter(Boolean)
      .join(' · '),
  }),
  filters: [filter('cardId', say.card), filter('kind', say.kind, { choices: kinds })],
  fields: [
    field.pick('cardId', say.card, { fixed: true }),
    field.text('section', say.section),
    field.area('question', say.question),
    field.choice('kind', say.kind, { choices: kinds, initial: 'scored' }),
    field.number('weight', say.weight, {
      initial: '10',
      lock: ({ kind }) => (kind === 'conduct' ? '0' : undefined),
    }),
    field.flag('isFatal', say.isFatal),
    field.number('place', say.place),
  ],
});
