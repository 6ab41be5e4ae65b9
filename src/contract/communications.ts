import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { choice, id, instant, number, optional } from './kernel/field.ts';

export const channels = ['whatsApp', 'sms', 'ivr', 'rcs'] as const;
/** What a single borrower can be written on. */
export const messageChannels = [...channels, 'email'] as const;
/** Stored by a file, to be sent later; queued on its way to the carrier; the rest is the carrier's word. */
export const messageStatuses = ['stored', 'queued', 'sent', 'delivered', 'read', 'failed'] as const;

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
      channel: choice(messageChannels),
      /** Masked except the last four (G074); an e-mail address but for its first letter. */
      mobile: z.nullable(z.string()),
      message: z.nullable(z.string()),
      status: choice(messageStatuses),
      createdAt: instant(),
      creator: z.nullable(z.object({ fullName: z.string() })),
    }),
    answer: 'list',
  }),
});
