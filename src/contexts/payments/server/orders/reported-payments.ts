/** Payments an agent reports with a disposition: inserted, matched and withdrawn. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { dayDoubt } from '../payment-file/doubtful-day.ts';

/** A reported payment. */
interface Told {
  loan: { id: number };
  userId: number;
  transactionId: string | null;
  paymentMode: string | null;
  amount: number | null;
  paymentDate: string | null;
}
/** The disposition that reported it. */
interface Said {
  id: number;
  transactionId: string | null;
}

/** Cash is never a duplicate of an online payment, even under the same number. */
const isCash = (mode: string | null): boolean => mode?.toLowerCase() === 'cash';

/**
 * A reported payment, to be confirmed (G200); undefined when its number exists. With the sum of an online payment or a
 * file row within seven days under another number, or dated before the loan or long ago, it is reviewed.
 */
export async function insertPayment(tx: Tx, e: Told): Promise<{ id: number; isHeld: boolean } | undefined> {
  const made = await tx.one<{ id: number; isHeld: boolean }>(sql`
    with known as (
      select p.id, ${isCash(e.paymentMode)} and p.attempt_id is not null as is_online_cash from payments p
      where p.id = payment_named(${e.loan.id}, ${e.transactionId})
      union all select p.id, false from payments p
      where p.loan_id = ${e.loan.id} and p.status = 'held' and p.source = 'DISPOSITION'
        and payment_number(p.transaction_id) = payment_number(${e.transactionId})),
    doubt as (select case when exists (select from known) then 'cash-online'
      when exists (select from payments p where p.loan_id = ${e.loan.id} and p.status in ('success', 'reversed') and p.realized
        and p.amount = ${e.amount} and abs(p.payment_date - ${e.paymentDate}::date) <= 7
        and (case when p.attempt_id is null then p.source = 'PAYMENT_FILE' else not ${isCash(e.paymentMode)} end)
        and p.told_transaction_id is null and not exists (select from payments s where s.same_as = p.id)) then 'may-be-same'
        else (select ${dayDoubt(sql`${e.paymentDate}::date`)} from loans l where l.id = ${e.loan.id}) end as reason)
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, status, held_for)
    select ${e.loan.id}, ${e.userId}, ${e.transactionId}, ${e.amount}, ${e.paymentDate}, false, 'DISPOSITION', ${e.paymentMode},
      case when reason is null then 'success' else 'held' end, reason from doubt
    where not exists (select from known where not is_online_cash)
    returning id, status = 'held' as "isHeld"`);
  if (made) await postPayments(tx, [made.id]);
  return made;
}

/** The payment of this loan with this number, except an unconfirmed one of the same disposition. */
export const paymentOf = (
  tx: Tx,
  o: { loanId: number; transactionId: string | null; paymentMode: string | null; said: Said | null },
): Promise<{ id: number; amount: number } | undefined> =>
  tx.one(sql`
    select p.id, p.amount from payments p
    where p.loan_id = ${o.loanId} and (p.id = payment_named(${o.loanId}, ${o.transactionId})
        or (p.source = 'DISPOSITION' and p.status = 'held' and payment_number(p.transaction_id) = payment_number(${o.transactionId})))
      and not (${isCash(o.paymentMode)} and p.attempt_id is not null)
      and not (p.source = 'DISPOSITION' and not p.realized
        and payment_number(p.transaction_id) is not distinct from payment_number(${o.said?.transactionId ?? null}))
    order by p.id limit 1`);

/** A void receipt: its claim is excluded, unless a lender or a user confirmed the payment meanwhile. */
export async function withdrawReceipt(
  tx: Tx,
  o: { loanId: number; number: string; byId: number },
): Promise<void> {
  const refused = await tx.rows<{ id: number }>(sql`
    update payments set status = 'refused', decided_at = now(), decided_by = ${o.byId}
    where loan_id = ${o.loanId} and source = 'DISPOSITION' and not realized and status in ('success', 'held')
      and lower(mode) = 'cash' and payment_number(transaction_id) = payment_number(${o.number}) returning id`);
  await postPayments(
    tx,
    refused.map(({ id }) => id),
    { byId: o.byId },
  );
}

/** Withdraws an unconfirmed payment; not cash with a receipt, unless it is reported again: only the desk voids that. */
export async function withdrawPayment(
  tx: Tx,
  said: Said,
  told: Pick<Told, 'transactionId' | 'paymentMode'> & { loan: { id: number } },
): Promise<{ id: number; amount: number } | undefined> {
  if (said.transactionId === null) return undefined;
  const withdrawn = await tx.one<{ id: number; amount: number }>(sql`
        delete from payments p where loan_id = ${told.loan.id} and payment_number(transaction_id) = payment_number(${said.transactionId})
          and source = 'DISPOSITION' and not realized and status in ('success', 'held') and decided_at is null
          -- Another outcome may tell of it too.
          and not exists (select from borrower_dispositions o where o.loan_id = p.loan_id
            and payment_number(o.transaction_id) = payment_number(p.transaction_id) and o.id <> ${said.id})
          and (${isCash(told.paymentMode) && told.transactionId !== null} and payment_number(transaction_id) = payment_number(${told.transactionId})
            or not exists (select from cash_receipts r where r.loan_id = p.loan_id and r.state <> 'void'
              and payment_number(r.number) = payment_number(p.transaction_id)))
        returning id, amount`);
  if (withdrawn) await postPayments(tx, [withdrawn.id]);
  return withdrawn;
}
