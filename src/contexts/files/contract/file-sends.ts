import * as z from 'zod/mini';
import { flag, id, optional, text } from '#kernel/contract/field.ts';
import {
  channelOf,
  channels,
  channelsBy,
  channelsWith,
  recordedCampaigns,
} from '#contexts/messaging/contract/channels.ts';

const words = optional(text({ max: 1000 }));
/** How a file of messages is sent: each channel that is chosen with its template (document 3, section 5). */
export const sendOptions = {
  ...channelsWith('Send', () => optional(flag())),
  ...channelsBy('option', (channel) =>
    channelOf[channel].by === 'id' ? optional(id('templates')) : optional(text({ max: 60 })),
  ),
  ...recordedCampaigns(() => optional(text({ max: 60 }))),
  /** Shown beside the choice; what goes out is the text of the template itself. */
  ...channelsWith('Message', () => words),
};
const sendShape = z.object(sendOptions);
export type SendOptions = z.output<typeof sendShape>;
/** What is chosen of a channel, by the names of its options. */
export const chosenFor = (asked: SendOptions) =>
  channels.flatMap((channel) => {
    const { option } = channelOf[channel];
    return asked[`${channel}Send`] ? [{ channel, path: option, by: asked[option] }] : [];
  });
