/** Index check of a database, as text. */
import { indexFaults } from '#contexts/agency/server/system/index-faults.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { startupText } from '#text/en/program/startup.ts';

const SHOWN = 5;

/** The sentence about missing and invalid indexes, with what to do; undefined where there are none. */
export async function faultyIndexes(database: Pick<Database, 'rows'>): Promise<string | undefined> {
  const faults = await database.rows<{ index: string; fault: string }>(indexFaults);
  if (faults.length === 0) return undefined;
  const names = faults.slice(0, SHOWN).map(({ index, fault }) => `${index} (${fault})`);
  return startupText.faultyIndexes(faults.length, names.join(', '));
}
