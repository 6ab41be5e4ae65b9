/** Withdraws unsent messages of paid-off loans. */
import type { PaidOff } from '#contexts/loans/server/pay-off.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Purposes that demand money from the borrower. */
const demands = [
  'bulk',
  'payment-link',
  'settlement-offer',
  'visit-notice',
  'autopay-offer',
  'autopay-notice',
];

/** Fails the unsent messages that demand money from a paid-off borrower: bulk messages, links, offers and notices. */
export const withdrawMessages = (tx: Tx, { paidOff }: PaidOff): Promise<number> =>
  tx.run(sql`
    update messages set status = 'failed', fault = 'paid_off', due_at = null, updated_at = now()
    where loan_id = any(${[...paidOff]}::bigint[])
      and (status = 'stored' or (status = 'queued' and sent_at is null and due_at is not null))
      and purpose = any(${demands})`);
