/** Charges as they are shown: to the borrower, the agent and the desk. */
import type { ChargeWord } from '#contexts/payments/contract/autopay/autopay.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export interface Charged {
  instalment: string;
  dueOn: string;
  amount: number;
  chargeAt: string | null;
  became: ChargeWord;
}
/** Status of a charge `g`: for a sent one, that of its order `t`, including later presentations. */
const chargeWord: Fragment = sql`
  case when g.sent_at is null then coalesce(g.reason, g.state) when t.state = 'failed' and g.gave_up_on is not null then 'gave-up'
    when t.state in ('success', 'failed', 'reversed') then t.state else 'sent' end`;

/** The last charge of each instalment, by its day. */
export const chargesOf = (tx: Tx, row: number): Promise<Charged[]> =>
  tx.rows<Charged>(sql`
    select distinct on (g.due_on, g.instalment) g.instalment, g.due_on as "dueOn", g.amount, g.charge_at as "chargeAt",
      ${chargeWord} as became
    from mandate_charges g left join payment_attempts t on t.id = g.order_id where g.mandate_id = ${row}
    order by g.due_on, g.instalment, g.id desc`);
