/** Reveals in sequence amount to a list: above a daily limit a second approver is needed, where a policy requires it. */
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { revealsOf } from './change-store.ts';
import { isLoanSeen } from './visible.ts';

interface Asked {
  id: string;
  contact: string;
  reason: string;
}
interface About {
  loanNumber: string;
  borrower: string;
  clientId: number;
  today: number;
}
export const revealAct: Act = {
  kind: 'reveal',
  endpoint: loans.reveal,
  // The number is returned to the requester only, never to an approver.
  isAnswered: true,
  async read({ id, contact, reason }: Asked, { tx, actor, now }) {
    const loanId = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    if (!(await isLoanSeen(tx, actor, loanId))) return undefined;
    // Two at once know of each other.
    await revealsOf(tx, actor.id);
    const is = await tx.one<About>(sql`
      select l.loan_number as "loanNumber", l.borrower_name as borrower, l.client_id as "clientId", (
        select count(*)::int from event where type = 'loans.revealed' and actor_id = ${actor.id}
          and at >= ${businessDay(now)}::timestamp at time zone 'Asia/Kolkata') as today
      from loans l where l.id = ${loanId}`);
    if (!is) return undefined;
    const count = is.today + 1;
    return {
      name: is.borrower,
      lines: [
        line('loan', null, is.loanNumber),
        line('reason', null, reason),
        line('reveals', null, String(count)),
      ],
      facts: plainFacts({ count }),
      clientId: is.clientId,
      loanId,
      also: contact,
    };
  },
};
