/**
 * An early release permits contact before the hold's last day: needs a second approver, where a policy of authority
 * requires it.
 */
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import * as store from './store.ts';

interface About {
  loanNumber: string;
  borrower: string;
  clientId: number;
  untilDay: string;
  note: string;
  left: number;
}
export const endHoldAct: Act = {
  kind: 'hold',
  endpoint: loanHolds.end,
  async read({ id: key }: { id: string }, { tx, actor, now }) {
    const day = businessDay(now);
    const hold = await store.lockHold(tx, actor, { key, day });
    const is =
      hold?.isNow &&
      (await tx.one<About>(sql`
        select l.loan_number as "loanNumber", l.borrower_name as borrower, l.client_id as "clientId",
          h.until_day::text as "untilDay", h.note, h.until_day - ${day}::date as left
        from loan_holds h join loans l on l.id = h.loan_id where h.id = ${hold.id}`));
    // Expired, or of an invisible loan: rejected by the endpoint.
    if (!hold || !is) return undefined;
    return {
      name: is.borrower,
      lines: [
        line('loan', null, is.loanNumber),
        line('reason', null, [hold.reason, is.note].filter(Boolean).join(' · ')),
        line('until', null, is.untilDay),
      ],
      facts: plainFacts({ days: is.left }),
      clientId: is.clientId,
      loanId: hold.loanId,
      also: [hold.id, hold.reason],
    };
  },
};
