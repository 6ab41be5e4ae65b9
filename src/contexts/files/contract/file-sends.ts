import * as z from 'zod/mini';
import { choice, flag, id, nullable, optional, text } from '#kernel/contract/field.ts';
import {
  channelOf,
  channels,
  channelsBy,
  channelsWith,
  recordedCampaigns,
  recordedWith,
} from '#kernel/contract/channels/channels.ts';

const words = optional(text({ max: 1000 }));
/** How a file of messages is sent: each channel that is chosen with its template (document 3, section 5). */
export const sendOptions = {
  ...channelsWith('Send', () => optional(flag())),
  ...channelsBy('option', (channel) =>
    channelOf[channel].by === 'id' ? optional(id('templates')) : optional(text({ max: 60 })),
  ),
  ...recordedCampaigns(() => optional(text({ max: 60 }))),
  /** Shown next to the choice; the template's text is sent. */
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

/** Not started, in progress, or all sent. */
const status = choice(['stored', 'sending', 'sent']);
const sent = z.nullable(z.object({ templateName: z.string(), status }));
const sentBy = z.nullable(
  z.object({ campaignId: id(), campaignName: z.string(), isStarted: flag(), status }),
);
/** Of a file of messages: what its rows are sent with. */
export const sendsOfFile = nullable(
  z.object({ ...channelsWith('Send', () => sent), ...recordedWith('Send', () => sentBy) }),
);
