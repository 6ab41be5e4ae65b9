/** Adds the withdrawal of a payment link to the borrower's open complaints and notifies their owners. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { LinkWithdrawn } from '#contexts/payments/server/slots.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ComplaintState } from '#contexts/complaints/contract/complaint-rules.ts';
import { addStep } from './store.ts';

interface OpenComplaint {
  id: number;
  number: string;
  state: ComplaintState;
  ownerId: number | null;
}
/** Excludes the agent that a complaint is about from the notification. */
export const noteWithdrawnLink: LinkWithdrawn = async (tx, { loanId, by, now, emit }) => {
  const waiting = await tx.rows<OpenComplaint>(sql`
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
