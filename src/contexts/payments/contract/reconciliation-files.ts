/** A settlement file of a gateway that was sent in. */
import * as z from 'zod/mini';
import { choice, id, instant, nullable } from '#kernel/contract/field.ts';

export const settlementFile = z.object({
  id: id(),
  gateway: z.string(),
  fileName: z.string(),
  state: choice(['waiting', 'read', 'failed']),
  /** New, already stored, and invalid rows. */
  taken: z.int(),
  known: z.int(),
  wrong: z.int(),
  error: nullable(z.string()),
  sentBy: z.string(),
  sentAt: instant(),
});
