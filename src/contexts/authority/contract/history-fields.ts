/** History of a loan for its approver. */
import * as z from 'zod/mini';
import { day, nullable, rupees } from '#kernel/contract/field.ts';

export const historyFields = {
  /** DPD; null when unknown. */
  days: z.nullable(z.int()),
  lastPaid: nullable(rupees()),
  lastPaidOn: nullable(day()),
  /** Promises. */
  kept: z.int(),
  broken: z.int(),
  /** Settlements before this one. */
  earlier: z.int(),
} as const;
