import { trunks } from '#contexts/dialer/contract/trunks.ts';
import { trunksText as say } from '#contexts/dialer/text/en/trunks.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { LinesToday } from './lines-today.tsx';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const col = columnsOf(trunks.list);
const field = fieldsOf(trunks.create);

export const TrunksScreen = masterScreen({
  source: trunks,
  says: say,
  columns: [
    col.text('name', say.name),
    col.text('host', say.host),
    col.number('port', say.port),
    col.number('weight', say.weight, { width: 150 }),
    col.number('channelLimit', say.channelLimit),
    col.number('place', say.place),
  ],
  tools: LinesToday,
  fields: [
    field.text('name', say.name),
    field.text('host', say.host),
    field.number('port', say.port, { initial: '5060' }),
    field.choice('transport', say.transport, { choices: choicesOf(say.transports), initial: 'udp' }),
    field.text('addresses', say.addresses, { hint: say.addressesHint }),
    field.text('username', say.username),
    field.flag('registers', say.registers, { initial: true, hint: say.registersHint }),
    field.text('codecs', say.codecs, { initial: 'ulaw, alaw', hint: say.codecsHint }),
    field.choice('numberFormat', say.numberFormat, {
      choices: choicesOf(say.numberFormats),
      initial: 'as_is',
    }),
    field.flag('assertsIdentity', say.assertsIdentity),
    field.number('weight', say.weight),
    field.number('channelLimit', say.channelLimit),
    field.number('callsPerSecond', say.callsPerSecond),
    field.number('place', say.place),
  ],
});
