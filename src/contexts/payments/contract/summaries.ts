/** Recomputation of loan payment summaries: a Sync of many loans continues after its response. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, nullable } from '#kernel/contract/field.ts';

export const summaries = domain('summaries', {
  sync: endpoint('GET /summaries/sync', {
    about: 'How far the last Sync of many loans is that the caller asked for.',
    can: 'staff',
    gives: z.object({
      /** Null: no recent Sync of the caller. */
      id: nullable(id()),
      isRunning: z.boolean(),
      /** Of the way through the loans, 0 to 100. */
      percent: z.int(),
      /** How many loans it changed so far. */
      loans: z.int(),
      /** It stopped before all loans were recomputed. */
      isFailed: z.boolean(),
    }),
  }),
});
