/** An unknown caller: the agent verifies the loan matched by the entered digits. */
import { identifyContacts } from '#contexts/contact/server/policy/ledger.ts';
import { signal } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Move } from '../engine/move.ts';
import { closeMissed } from './leaving.ts';

/** False when the call has no suggested loan. */
export async function identifyCaller(move: Move, attemptId: number, isTheirs: boolean): Promise<boolean> {
  const { tx } = move;
  const suggested = await tx.one<{ loanId: number }>(sql`
    update queue_calls c set suggested_loan_id = case when ${isTheirs} then c.suggested_loan_id end
    from (select attempt_id, suggested_loan_id as loan_id from queue_calls where attempt_id = ${attemptId}) was, call_attempts k
    where c.attempt_id = was.attempt_id and k.id = c.attempt_id and k.loan_id is null and was.loan_id is not null
    returning was.loan_id as "loanId"`);
  if (!suggested) return false;
  if (!isTheirs) return true;
  // From now on the person is on a call: no other of their numbers is dialled meanwhile.
  await tx.run(sql`
    with identified as (update call_attempts set loan_id = ${suggested.loanId} where id = ${attemptId} returning id, loan_id)
    ${identifyContacts(sql`select 'call' as source, k.id as source_id, k.loan_id from identified k`)}`);
  await closeMissed(move, attemptId);
  await signal(tx, { stale: ['calls', 'loans'], to: [] });
  return true;
}
