import { breaks } from '#contexts/agency/contract/breaks.ts';
import { breaksText as say } from '#contexts/agency/text/en/breaks.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

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
