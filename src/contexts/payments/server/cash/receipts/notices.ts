/**
 * The borrower gets the receipt of their cash as a text message, and a notice if it is voided later, with the address of
 * the public check.
 */
import { borrowerMessages } from '#contexts/messaging/text/en/borrower-messages.ts';
import type { Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { amountWords } from '../../amount-words.ts';

interface Due {
  id: number;
  number: string;
  loanId: number;
  loanNumber: string;
  client: string;
  mobile: string | null;
  amount: number;
  code: string;
  isVoid: boolean;
}
interface Telling {
  database: Database;
  clock: Clock;
  evaluate: Evaluate;
  send: SendMessage;
  publicUrl: string;
}
const every = 3000;
const atOnce = 50;
/**
 * Delayed by contact hours and ongoing calls; blocked during a borrower's rest. Caps apply to reminders, not to
 * receipts.
 */
const waits = new Set(['hours', 'closed', 'avoided', 'on_call']);
const never = new Set(['rests', 'no_number']);

const take = (tx: Tx, now: Date): Promise<Due[]> =>
  tx.rows<Due>(sql`
    select r.id, r.number, r.loan_id as "loanId", l.loan_number as "loanNumber", c.name as client,
      case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile, r.amount, r.code, r.state = 'void' as "isVoid"
    from cash_receipts r join loans l on l.id = r.loan_id join clients c on c.id = r.client_id
    where r.tell_at <= ${now} order by r.tell_at, r.id limit ${atOnce} for update of r skip locked`);

async function tellOne(tx: Tx, o: Telling, due: Due, now: Date): Promise<void> {
  const [decision] = await o.evaluate(tx, [{ loanId: due.loanId, channel: 'message' }], { now });
  const { rule = '', until = null } = decision?.refusal ?? {};
  if (due.mobile && waits.has(rule) && until !== null)
    return void (await tx.run(sql`update cash_receipts set tell_at = ${until} where id = ${due.id}`));
  await tx.run(sql`update cash_receipts set tell_at = null where id = ${due.id}`);
  if (!due.mobile || never.has(rule)) {
    const events = eventLog(null, null);
    events.emit('cash.nobody-told', {
      id: due.id,
      facts: { loanId: due.loanId, rule: rule || 'no_number' },
      to: [],
    });
    return events.flush(tx, []);
  }
  const { text } = borrowerMessages[due.isVoid ? 'cashCancelled' : 'cash']({
    lender: due.client,
    ending: due.loanNumber.slice(-4),
    amount: amountWords(due.amount),
    reference: due.number,
    url: `${o.publicUrl}/pay/receipt/${due.code}`,
  });
  await o.send(tx, {
    loanId: due.loanId,
    channel: 'sms',
    to: due.mobile,
    text,
    purpose: due.isVoid ? 'cash-cancelled' : 'cash-received',
    userId: null,
  });
  await tx.run(sql`update cash_receipts set told_at = ${now} where id = ${due.id}`);
}

/** Answers how many it looked at. */
const tellDue = (o: Telling): Promise<number> =>
  o.database.transaction(async (tx) => {
    const now = o.clock.now();
    const due = await take(tx, now);
    for (const one of due) await tellOne(tx, o, one, now);
    return due.length;
  });

/** Safe on every node at once. */
export const keepTelling = (o: Telling, log: Logger): Loop =>
  openLoop(
    every,
    async () => {
      while ((await tellDue(o)) === atOnce);
    },
    (error) => log.warn({ err: error }, 'receipts of cash'),
    o.database.rest,
  );
