import { inboundQueues } from '#contexts/dialer/contract/inbound-queues.ts';
import { inboundQueuesText as say } from '#contexts/dialer/text/en/inbound-queues.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

const col = columnsOf(inboundQueues.list);
const field = fieldsOf(inboundQueues.create);

/** Only one of the two is in the patch; the other is read from the form. */
const hoursOf = ({ opensAt, closesAt }: Pick<WireRow<typeof inboundQueues.list>, 'opensAt' | 'closesAt'>) =>
  opensAt || closesAt ? `${opensAt || say.asClient} – ${closesAt || say.asClient}` : say.hoursOfClient;

export const InboundQueuesScreen = masterScreen({
  source: inboundQueues,
  says: say,
  columns: [
    col.text('name', say.name),
    col.text('number', say.number, { width: 190 }),
    col.of('opensAt', say.hours, hoursOf, { width: 200 }),
    col.number('overflowSeconds', say.overflowSeconds, { width: 216 }),
  ],
  fields: [
    field.text('name', say.name),
    field.text('number', say.number),
    field.pick('clientId', say.client),
    field.time('opensAt', say.opensAt, { hint: say.hoursHint }),
    field.time('closesAt', say.closesAt),
    field.area('greeting', say.greeting, { hint: say.greetingHint }),
    field.pick('teamId', say.team),
    field.pick('secondTeamId', say.secondTeam),
    field.pick('thirdTeamId', say.thirdTeam),
    field.number('overflowSeconds', say.overflowSeconds, { initial: '30' }),
    field.flag('hasCallBack', say.hasCallBack, { initial: true }),
    field.flag('hasVoicemail', say.hasVoicemail),
  ],
});
