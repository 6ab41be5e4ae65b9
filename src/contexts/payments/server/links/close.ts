/** Closes payment links of paid-off loans. */
import type { PaidOff } from '#contexts/loans/server/pay-off.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Revokes the unpaid payment links of paid-off loans. */
export const closePaymentLinks = (tx: Tx, { paidOff }: PaidOff): Promise<number> =>
  tx.run(sql`
    update payment_codes set revoked_at = now(), is_over = true
    where loan_id = any(${[...paidOff]}::bigint[]) and revoked_at is null and paid_at is null`);
