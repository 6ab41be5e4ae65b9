import { channels, recorded } from '#kernel/contract/channels/channels.ts';
import { templates } from '#contexts/messaging/contract/templates.ts';
import { channelsText } from '#text/en/channels.ts';
import { communicationsText } from '#contexts/messaging/text/en/communications.ts';
import { templatesText as say } from '#contexts/messaging/text/en/templates.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

const col = columnsOf(templates.list);
const field = fieldsOf(templates.create);
const filter = filtersOf(templates.list);
const choices = channels.map((value) => ({ value, label: channelsText[value].name }));

export const TemplatesScreen = masterScreen({
  source: templates,
  says: say,
  columns: [
    col.text('name', say.name, { width: 220 }),
    col.of('channel', say.channel, ({ channel }) => channelsText[channel].name, {
      sort: 'channel',
      width: 130,
    }),
    col.text('message', say.message, { width: 420 }),
    col.text('templateId', say.templateId),
  ],
  filters: [filter('channel', say.channel, { choices })],
  fields: [
    field.choice('channel', say.channel, { choices }),
    field.text('name', say.name),
    field.text('templateId', say.templateId, { hint: say.templateIdHint }),
    field.area('message', say.message, {
      hint: say.messageHint,
      required: ({ channel }) => !recorded.some((one) => one === channel),
    }),
    field.flag('isActive', communicationsText.loanStatuses.true, { initial: true }),
  ],
});
