import { transferNumbers } from '#contexts/dialer/contract/call-control/transfer-numbers.ts';
import { transferNumbersText as say } from '#contexts/dialer/text/en/transfer-numbers.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

const col = columnsOf(transferNumbers.list);
const field = fieldsOf(transferNumbers.create);

export const TransferNumbersScreen = masterScreen({
  source: transferNumbers,
  says: say,
  columns: [col.text('name', say.name), col.text('number', say.number)],
  fields: [field.text('name', say.name), field.text('number', say.number)],
});
