import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { choice, id, instant, number, optional } from './kernel/field.ts';

export const channels = ['whatsApp', 'sms', 'ivr', 'rcs'] as const;
/** Stored by a file, to be sent later; the words of a channel's own answers come with the sending. */
export const messageStatuses = ['stored', 'sent', 'delivered', 'read', 'failed'] as const;

/** Messages to borrowers. */
export const communications = domain('communications', {
  history: endpoint('GET /communication-dashboard/history', {
    can: 'staff',
    about: 'The messages of one loan, the newest first.',
    takes: {
      loanId: id('loans'),
      page: optional(number({ min: 1, max: 10_000 })),
      size: optional(number({ min: 1, max: 500 })),
    },
    gives: z.object({
      id: id(),
      channel: choice(channels),
      /** Masked except the last four (G074). */
      mobile: z.nullable(z.string()),
      message: z.nullable(z.string()),
      status: choice(messageStatuses),
      createdAt: instant(),
      creator: z.nullable(z.object({ fullName: z.string() })),
    }),
    answer: 'list',
  }),
});
