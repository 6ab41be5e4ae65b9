import { trunks } from '#contexts/dialer/contract/trunks.ts';
import { trunksText as say } from '#contexts/dialer/text/en/trunks.ts';
import { columnsOf } from '#kernel/ui/list/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

const col = columnsOf(trunks.list);
const field = fieldsOf(trunks.create);

export const TrunksScreen = masterScreen({
  source: trunks,
  says: say,
  columns: [
    col.text('name', say.name),
    col.text('host', say.host),
    col.number('port', say.port),
    col.number('weight', say.weight),
    col.number('channelLimit', say.channelLimit),
    col.number('place', say.place),
  ],
  fields: [
    field.text('name', say.name),
    field.text('host', say.host),
    field.number('port', say.port),
    field.text('username', say.username),
    field.number('weight', say.weight),
    field.number('channelLimit', say.channelLimit),
    field.number('place', say.place),
  ],
});
