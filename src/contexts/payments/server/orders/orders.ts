/** Gateway order, locked until its status is applied. */
import type { OrderState } from '#contexts/payments/contract/pay/order-states.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { GatewayNews } from '../gateways/port.ts';

export interface PaymentOrder {
  id: string;
  loanId: number;
  codeId: number | null;
  gateway: string;
  source: string;
  amount: number;
  state: OrderState;
  reference: string | null;
  asks: number;
  paymentId: number | null;
  /** Partially refunded paise. */
  refunded: number;
}
/** Called when a payment succeeded, failed or was reversed. */
export type Notify = (
  tx: Tx,
  attempt: { id: string; loanId: number; state: OrderState },
  now: Date,
) => Promise<void>;
export interface Following {
  now: Date;
  notify: Notify;
}
export const heldOrder = (
  tx: Tx,
  gateway: string,
  { attemptId, reference }: Pick<GatewayNews, 'attemptId' | 'reference'>,
): Promise<PaymentOrder | undefined> =>
  tx.one<PaymentOrder>(sql`
    select id, loan_id as "loanId", code_id as "codeId", gateway, source, amount, state, reference, asks,
      payment_id as "paymentId", refunded
    from payment_attempts where gateway = ${gateway}
      and case when ${attemptId}::text is null then reference = ${reference} else id = ${attemptId} end
    for no key update`);

export const orderOf = async (tx: Tx, id: string): Promise<PaymentOrder | undefined> => {
  const named = await tx.one<{ gateway: string; loanId: number }>(
    sql`select gateway, loan_id as "loanId" from payment_attempts where id = ${id}`,
  );
  return named && heldOrder(tx, named.gateway, { attemptId: id, reference: null });
};
