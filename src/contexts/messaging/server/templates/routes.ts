import { type Channel, channelOf, listedChannels } from '#kernel/contract/channels/channels.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { templates } from '#contexts/messaging/contract/templates.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';

const most = 200;
const activeOf = (tx: Tx, channel: Channel): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select id, name from message_templates where channel = ${channel} and is_active order by lower(name) limit ${most}`);

export const templateRoutes = implement(templates, {
  ...tableHandlers<typeof templates>({
    domain: 'templates',
    table: 'message_templates',
    columns: {
      channel: 'channel',
      name: 'name',
      templateId: 'template_id',
      message: 'message',
      isActive: 'is_active',
    },
    label: 'name',
    // Only a recorded call has no text.
    prepare(draft, _, before) {
      const { channel, message } = { ...before, ...draft };
      if (!channelOf[channel as Channel].isRecorded && !message)
        throw new Failure('INVALID_INPUT', {}, [{ path: 'message', fault: 'required' }]);
      return Promise.resolve(draft);
    },
    filters: { channel: (channel) => sql`channel = ${channel}` },
  }),
  ...listedChannels(
    (channel) =>
      (_: unknown, { tx }: Context) =>
        activeOf(tx, channel),
  ),
});
