/** What a changed loan causes: paid off or owed again, and with another agent. */
import type { Tx } from '#kernel/server/database/database.ts';
import { payOff } from '../pay-off.ts';
import { reassignmentConsequences } from '../reassign.ts';

export async function followValues(tx: Tx, loanIds: readonly number[]): Promise<void> {
  if (loanIds.length === 0) return;
  await payOff(tx, loanIds);
  await reassignmentConsequences.run(tx, loanIds);
}
