import { channelOf, channels, isRecorded, listedChannels } from '#kernel/contract/channels/channels.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, note, nullable, optional, text } from '#kernel/contract/field.ts';
import { dropdownRow, master } from '#kernel/contract/master.ts';

/** The permission to send messages includes editing templates (document 3, section 6). */
const can = 'upload_communications_file';

/** Message templates, each of one channel, as registered with the carrier. */
export const templates = domain('templates', {
  ...master('/templates', {
    called: ['message template', 'message templates'],
    draft: {
      channel: choice(channels),
      name: text({ max: 60, unique: true }),
      /** Its number in the register of approved texts, or at the carrier. */
      templateId: optional(nullable(text({ max: 60 }))),
      /** `{{name}}` and `{{loanNumber}}` are filled in for each borrower. */
      message: optional(note({ max: 1000 })),
    },
    flags: { list: can, create: can, edit: can, dropdown: can },
    active: true,
    filters: { channel: choice(channels) },
    sorts: ['name', 'channel'],
  }),
  ...listedChannels((channel, line) =>
    endpoint(line, {
      about: isRecorded(channel)
        ? 'Recorded calls that can be started, by campaign.'
        : `Templates of ${channelOf[channel].noun} to choose from.`,
      can,
      gives: dropdownRow,
      answer: 'rows',
    }),
  ),
});
