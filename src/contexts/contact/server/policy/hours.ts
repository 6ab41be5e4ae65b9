/** Calling hours of a lender. */
import type { Tx } from '#kernel/server/database/database.ts';
import { hoursOfDay } from '../compliance-rules/policy.ts';

/** Contact hours of a day, independent of a loan; null on a closed day. */
export const agencyHours = (
  tx: Tx,
  clientId: number,
  day: string,
): Promise<{ from: string; until: string } | null> => hoursOfDay(tx, clientId, day);
