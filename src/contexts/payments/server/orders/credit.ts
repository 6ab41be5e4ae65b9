/**
 * Effects of a gateway's confirmation on the payments of a loan: its money is included, and possible duplicates go to
 * suspense.
 */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { vendorOf } from '../gateways/port.ts';
import { postPayments } from '../ledger/post-payments.ts';

interface Received {
  attemptId: string;
  loanId: number;
  amount: number;
  source: string;
  gateway: string;
  reference: string;
  day: string;
}
export interface Credited {
  paymentId: number;
  /** Loans with changed totals. */
  loanIds: number[];
  /** Number of payments to review now. */
  held: number;
}

interface Known {
  id: number;
  amount: number;
  isRealized: boolean;
  isInFile: boolean;
  isCash: boolean;
  attemptId: string | null;
}
const knownBy = (tx: Tx, { loanId, reference }: Received): Promise<Known | undefined> =>
  tx.one<Known>(sql`
    select id, amount, realized as "isRealized", job_id is not null as "isInFile", attempt_id as "attemptId",
      attempt_id is null and lower(mode) is not distinct from 'cash' as "isCash"
    from payments where id = payment_named(${loanId}, ${reference}) for no key update`);

/** Payment put in suspense. */
interface Held {
  id: number;
  loanId: number;
}
const setAside = (tx: Tx, reason: string, which: Fragment): Promise<Held[]> =>
  tx.rows<Held>(sql`
    update payments p set status = 'held', held_for = ${reason}, realized = p.job_id is not null
    where p.status = 'success' and p.attempt_id is null and p.decided_at is null and ${which}
    returning p.id, p.loan_id as "loanId"`);

/** Cash reported under the number of an online payment is never a duplicate of it: it is reviewed. */
const cashAside = (tx: Tx, id: number): Promise<Held[]> =>
  tx.rows<Held>(sql`
    update payments set status = 'held', held_for = 'cash-online', realized = job_id is not null, decided_at = null
    where id = ${id} returning id, loan_id as "loanId"`);

/** The file has another amount under this number: the gateway's is binding, and a user sees the other. */
const keepOtherAmount = (tx: Tx, known: Known): Promise<Held[]> =>
  tx.rows<Held>(sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, job_id, status, held_for)
    select loan_id, user_id, transaction_id, amount, payment_date, true, 'PAYMENT_FILE', mode, job_id, 'held', 'amount-changed'
    from payments where id = ${known.id} returning id, loan_id as "loanId"`);

async function write(tx: Tx, known: Known | undefined, o: Received): Promise<number> {
  const mode = vendorOf(o.gateway);
  if (known) {
    await tx.run(sql`
      update payments set realized = true, amount = ${o.amount}, payment_date = ${o.day}, mode = ${mode}, attempt_id = ${o.attemptId},
        told_transaction_id = case when payment_number(transaction_id) is distinct from payment_number(${o.reference})
          then coalesce(told_transaction_id, transaction_id) else told_transaction_id end,
        transaction_id = ${o.reference}
      where id = ${known.id}`);
    return known.id;
  }
  const made = await tx.one<{ id: number }>(sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, attempt_id)
    select ${o.loanId}, l.assignee_id, ${o.reference}, ${o.amount}, ${o.day}, true, ${o.source}, ${mode}, ${o.attemptId}
    from loans l where l.id = ${o.loanId} returning id`);
  if (!made) throw new Error('no payment kept');
  return made.id;
}

/** Records of this number that were waiting: the same amount is the same money, another is for a person to see. */
const nameWaiting = (tx: Tx, paymentId: number, o: Received): Promise<Held[]> =>
  tx.rows<Held>(sql`
    update payments set status = case when amount = ${o.amount} then 'same' else 'held' end,
      held_for = case when amount = ${o.amount} then held_for else 'amount-changed' end,
      same_as = case when amount = ${o.amount} then ${paymentId}::bigint end
    where loan_id = ${o.loanId} and status = 'held' and id <> ${paymentId} and lower(mode) is distinct from 'cash'
      and payment_number(transaction_id) = payment_number(${o.reference}) returning id, loan_id as "loanId"`);

/**
 * Only a transaction number identifies duplicates, and cash never equals an online payment. Claims or file rows of the
 * same amount within seven days are reviewed, as they would be if they came later.
 */
export async function credit(tx: Tx, o: Received): Promise<Credited> {
  const known = await knownBy(tx, o);
  const held: Held[] = [];
  if (known?.attemptId === o.attemptId) return { paymentId: known.id, loanIds: [o.loanId], held: 0 };
  if (known?.isCash) held.push(...(await cashAside(tx, known.id)));
  const mine = known?.isCash || known?.attemptId ? undefined : known;
  const isOther = mine?.isRealized === true && mine.amount !== o.amount;
  if (mine && isOther) held.push(...(await keepOtherAmount(tx, mine)));
  const paymentId = await write(tx, mine, o);
  const named = await nameWaiting(tx, paymentId, o);
  const isFiled = mine?.isInFile ?? false;
  held.push(
    ...(await setAside(
      tx,
      'may-be-same',
      sql`p.loan_id = ${o.loanId} and p.id <> ${paymentId} and p.amount = ${o.amount}
        and abs(p.payment_date - ${o.day}::date) <= 7 and lower(p.mode) is distinct from 'cash'
        and (not p.realized or (p.job_id is not null and not ${isFiled}))`,
    )),
    ...(await setAside(
      tx,
      'two-loans',
      sql`p.loan_id <> ${o.loanId} and p.realized and p.job_id is not null
        and payment_number(p.transaction_id) = payment_number(${o.reference})
        and (select client_id from loans where id = p.loan_id) = (select client_id from loans where id = ${o.loanId})`,
    )),
  );
  const changed = [paymentId, ...[...named, ...held].map(({ id }) => id)];
  await postPayments(tx, changed, { reason: 'received' });
  return {
    paymentId,
    loanIds: [...new Set([o.loanId, ...held.map(({ loanId }) => loanId)])],
    held: held.length,
  };
}
