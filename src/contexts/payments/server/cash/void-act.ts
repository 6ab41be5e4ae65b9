/** A voided cash receipt removes money from custody: above a limit a second user approves, if a policy requires it. */
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashText } from '#contexts/payments/text/en/cash.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface Receipt {
  number: string;
  amount: number;
  userId: number;
  agent: string;
  name: string;
  loanNumber: string;
  loanId: number;
  clientId: number;
  /** Amount voided by this agent that day, excluding this one. */
  before: number;
}
export const voidReceiptAct: Act = {
  kind: 'payment',
  endpoint: cash.void,
  async read({ id, reason }: { id: string; reason: string }, { tx, actor, now }) {
    // One after another: two at once would not know of each other.
    await tx.run(sql`select pg_advisory_xact_lock(7097, ${actor.id}::int)`);
    const is = await tx.one<Receipt>(sql`
      select r.number, r.amount, r.user_id as "userId", u.first_name || ' ' || u.last_name as agent, l.borrower_name as name,
        l.loan_number as "loanNumber", l.id as "loanId", r.client_id as "clientId",
        (select coalesce(-sum(m.hand), 0)::bigint from cash_moves m where m.kind = 'voided' and m.by_id = ${actor.id}
          and m.at >= date_trunc('day', ${now}::timestamptz at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata') as before
      from cash_receipts r join users u on u.id = r.user_id join loans l on l.id = r.loan_id
      where r.id::text = ${id} and r.state = 'in-hand' and r.user_id <> ${actor.id} and ${visibleUsers(actor, sql`r.user_id`)}`);
    // Missing permission is reported by the endpoint itself.
    if (!is) return undefined;
    return {
      name: is.name,
      lines: [
        line('loan', null, is.loanNumber),
        line('person', null, is.agent),
        line('amount', null, `₹${(is.amount / 100).toLocaleString('en-IN')}`),
        line('decision', null, cashText.voids(is.number)),
        line('reason', null, reason),
      ],
      // A limit is of a day: ten receipts are as much cash as one.
      facts: plainFacts({ amount: is.amount + is.before }),
      clientId: is.clientId,
      loanId: is.loanId,
      also: [id, reason],
      // The agent with the cash may not approve.
      notBy: [is.userId],
    };
  },
};
