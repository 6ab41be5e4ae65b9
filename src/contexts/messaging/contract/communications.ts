import * as z from 'zod/mini';
import type { Access } from '#kernel/contract/access.ts';
import { type RouteLine, domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  ids,
  instant,
  key,
  nullable,
  number,
  optional,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { type MessageStatus, messageStatuses } from '#kernel/contract/channels/descriptor.ts';
import { channelOf, channelsBy, messageChannels } from '#kernel/contract/channels/channels.ts';

/** Tone: good or bad. */
export const messageMood = {
  stored: 'plain',
  queued: 'plain',
  sent: 'plain',
  delivered: 'good',
  read: 'good',
  failed: 'bad',
} as const satisfies Record<MessageStatus, string>;

/** Agents and desks see what went to their loans (G084); of admins who may track it, or sends files of messages. */
export const mayTrack = {
  admins: ['list_communication_tracker', 'upload_communications_file'],
} as const satisfies Access;
const word = z.nullable(z.string());

const message = z.object({
  id: id(),
  mobile: word,
  message: word,
  status: choice(messageStatuses),
  /** Why it failed: the rule that forbids it, or the carrier's error. */
  fault: word,
  /** Scheduled time, if queued. */
  dueAt: nullable(instant()),
  /** Of an IVR call. */
  campaignName: word,
  /** What the borrower answered, where a channel carries answers. */
  responseType: word,
  createdAt: instant(),
  updatedAt: instant(),
  loan: z.object({
    id: id('loans'),
    loanNumber: z.string(),
    isActive: flag(),
    isDNC: flag(),
    loanBorrower: z.object({ name: z.string() }),
    client: z.object({ name: z.string() }),
  }),
  creator: z.nullable(z.object({ fullName: z.string() })),
});
/** The messages of one channel, the newest first. */
const tracker = (line: RouteLine, about: string) =>
  list(line, {
    about,
    can: mayTrack,
    row: message,
    filters: {
      clientIds: ids('clients'),
      status: choice(messageStatuses),
      /** Of the loan. */
      isActive: flag(),
      startDate: day(),
      endDate: day(),
      jobId: id('files'),
    },
  });

/** Messages to borrowers. */
export const communications = domain('communications', {
  ...channelsBy('tab', (channel) => {
    const { list: line, noun, isRecorded } = channelOf[channel];
    return tracker(
      line,
      `${noun} sent to borrowers, with ${isRecorded ? 'what they pressed' : 'delivery status'}.`,
    );
  }),
  refresh: endpoint('GET /message/sms/status/:id', {
    about: 'Asks the carrier for the delivery status of one message.',
    can: mayTrack,
    writes: true,
    takes: { id: key('messages') },
    gives: z.object({ id: id(), status: choice(messageStatuses) }),
    errors: ['NOT_FOUND'],
  }),
  /** The same for every text message that is still under way (G148). */
  refreshAll: endpoint('POST /cron/sms/status/update', {
    about: 'Asks the carrier for the status of every SMS under way.',
    can: 'schedule',
    gives: z.object({ asked: z.int() }),
  }),
  history: endpoint('GET /communication-dashboard/history', {
    about: 'Messages of one loan over all channels, newest first.',
    can: 'staff',
    takes: {
      loanId: id('loans'),
      page: optional(number({ min: 1, max: 10_000 })),
      size: optional(number({ min: 1, max: 500 })),
    },
    gives: z.object({
      id: id(),
      channel: choice(messageChannels),
      /** Masked except the last four digits (G074); an email address except its first character. */
      mobile: z.nullable(z.string()),
      message: z.nullable(z.string()),
      status: choice(messageStatuses),
      createdAt: instant(),
      creator: z.nullable(z.object({ fullName: z.string() })),
    }),
    answer: 'list',
  }),
});
