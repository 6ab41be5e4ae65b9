/** When the people of a lender may be contacted at all. */
import type { Tx } from '#kernel/server/database/database.ts';
import { hoursOfDay } from '../compliance-rules/policy.ts';

/** The hours of a day, whatever is owed; null on one that is closed. */
export const agencyHours = (
  tx: Tx,
  clientId: number,
  day: string,
): Promise<{ from: string; until: string } | null> => hoursOfDay(tx, clientId, day);
