/** Notifies the borrower of a payment's result. */
import type { OrderState } from '#contexts/payments/contract/pay/order-states.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Outgoing, SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { borrowerMessages } from '#contexts/messaging/text/en/borrower-messages.ts';
import { amountWords } from '../amount-words.ts';
import { orderById } from './store.ts';

interface Reach {
  loanId: number;
  mobile: string | null;
  email: string | null;
}
const reachOf = (tx: Tx, attemptId: string): Promise<Reach | undefined> =>
  tx.one<Reach>(sql`
    select l.id as "loanId", case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile,
      coalesce(b.email, (select p.email from loan_participants p
        where p.loan_id = l.id and p.type = 'CoApplicant' and p.email is not null order by p.id limit 1)) as email
    from payment_attempts t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id where t.id = ${attemptId}`);

/** A receipt is sent to the mobile; a failure by email first (G126); a missing address is recorded. */
export const borrowerNotifier =
  (o: { send: SendMessage; publicUrl: string }) =>
  async (tx: Tx, { id, state }: { id: string; state: OrderState }): Promise<void> => {
    if (state !== 'success' && state !== 'failed') return;
    const [record, reach] = await Promise.all([orderById(tx, id), reachOf(tx, id)]);
    if (!record || !reach) return;
    const isPaid = state === 'success';
    const { loanId, mobile, email } = reach;
    const to = isPaid ? (mobile ?? email) : (email ?? mobile);
    if (!to) {
      const events = eventLog(null, null);
      events.emit('pay.nobody-told', { facts: { loanId, state }, to: [] });
      return events.flush(tx, []);
    }
    const facts = {
      lender: record.clientName,
      ending: record.loanNumber.slice(-4),
      amount: amountWords(record.amount),
      reference: record.reference ?? record.id,
    };
    const page = `${o.publicUrl}/pay${record.path ? `/${record.path}` : ''}${record.code ? `?q=${record.code}` : ''}`;
    // Short enough for a text message, and without a name in it.
    const receipt = `${o.publicUrl}/pay/verify/${record.receiptCode}`;
    const message = isPaid
      ? borrowerMessages.paid({ ...facts, url: receipt })
      : borrowerMessages.failed({ ...facts, url: page });
    const outgoing: Outgoing = {
      loanId,
      channel: to === email ? 'email' : 'sms',
      to,
      ...message,
      purpose: isPaid ? 'payment-received' : 'payment-failed',
      userId: null,
    };
    await o.send(tx, outgoing);
  };
