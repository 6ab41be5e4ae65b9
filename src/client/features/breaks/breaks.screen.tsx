import { breaks } from '#contract/breaks.ts';
import { breaksText as say } from '#text/en/breaks.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { fieldsOf } from '#client/ui/fields.ts';
import { masterScreen } from '#client/ui/master-screen.tsx';

const col = columnsOf(breaks.list);
const field = fieldsOf(breaks.create);

export const BreaksScreen = masterScreen({
  source: breaks,
  says: say,
  columns: [
    col.text('name', say.name),
    col.text('duration', say.duration),
    col.text('description', say.description),
  ],
  fields: [
    field.text('name', say.name),
    field.time('duration', say.duration),
    field.area('description', say.description),
  ],
});
