/** A payment link of a borrower who complained is withdrawn: the owner of the complaint is notified, and its history shows it. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { LinkWithdrawn } from '#contexts/payments/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ComplaintState } from '#contexts/complaints/contract/complaint-rules.ts';
import { addStep } from './store.ts';

interface Waiting {
  id: number;
  number: string;
  state: ComplaintState;
  ownerId: number | null;
}
/** The agent whom a complaint is about is not notified. */
export const noteWithdrawnLink: LinkWithdrawn = async (tx, { loanId, by, now, emit }) => {
  const waiting = await tx.rows<Waiting>(sql`
    select id, number, state, owner_id as "ownerId" from complaints
    where loan_id = ${loanId} and state <> 'closed' order by id for no key update`);
  for (const { id, number, state, ownerId } of waiting) {
    await addStep(tx, { id, at: now, userId: by, what: 'link-withdrawn' });
    emit('complaints.changed', {
      id,
      facts: { loanId, number, act: 'link-withdrawn', before: state, after: state },
      to: await watchersOf(tx, [ownerId]),
    });
  }
};
