/** What loans repeat of their payments, told anew: a Sync of many loans goes on after its answer. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, nullable } from '#kernel/contract/field.ts';

export const summaries = domain('summaries', {
  sync: endpoint('GET /summaries/sync', {
    about: 'How far the last Sync of many loans is that the caller asked for.',
    can: 'staff',
    gives: z.object({
      /** Null: the caller asked for none of late. */
      id: nullable(id()),
      isRunning: z.boolean(),
      /** Of the way through the loans, 0 to 100. */
      percent: z.int(),
      /** How many loans it changed so far. */
      loans: z.int(),
      /** It ended before all loans were told anew. */
      isFailed: z.boolean(),
    }),
  }),
});
