/** What there was on a loan before somebody decides about it. */
import * as z from 'zod/mini';
import { day, nullable, rupees } from '#kernel/contract/field.ts';

export const historyFields = {
  /** Overdue; nothing where it is not known. */
  days: z.nullable(z.int()),
  lastPaid: nullable(rupees()),
  lastPaidOn: nullable(day()),
  /** Promises. */
  kept: z.int(),
  broken: z.int(),
  /** Settlements before this one. */
  earlier: z.int(),
} as const;
