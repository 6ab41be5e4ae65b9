/** Suspense rules for rows of a payment file. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { dayDoubt } from './doubtful-day.ts';
import { isDerived } from './derived-reference.ts';

const because = (tx: Tx, reason: string, from: Fragment, which: Fragment): Promise<number> =>
  tx.run(sql`
    update receipts r set held_for = ${reason} ${from} where r.held_for is null and ${which}`);

/** Against payments of the same number. */
async function ofKnown(tx: Tx): Promise<void> {
  const known = sql`from payments p`;
  await because(tx, 'reversed', known, sql`p.id = r.payment_id and p.status = 'reversed'`);
  await because(
    tx,
    'amount-changed',
    known,
    sql`p.id = r.payment_id and p.realized and p.amount <> r.amount and p.amount + p.refunded <> r.amount`,
  );
}

/** Money that would be counted for the first time. */
const isNew = sql`not exists (select from payments p where p.id = r.payment_id and p.realized)`;
const otherLoans = sql`payments p join loans l on l.id = p.loan_id`;

/** One number on two loans of a lender: a user decides; includes the loan that had it first. */
async function ofTwoLoans(tx: Tx): Promise<number[]> {
  await because(
    tx,
    'two-loans',
    sql`from loans own`,
    sql`own.id = r.loan_id and ${isNew} and (
      exists (select from receipts o where o.key = r.key and o.loan_id <> r.loan_id)
      or exists (select from ${otherLoans} where payment_number(p.transaction_id) = r.key and p.loan_id <> r.loan_id
        and p.status in ('success', 'reversed') and p.realized and l.client_id = own.client_id)
      or exists (select from ${otherLoans} where payment_number(p.transaction_id) = r.key and p.loan_id <> r.loan_id
        and p.status = 'held' and p.realized and l.client_id = own.client_id))`,
  );
  const first = await tx.rows<{ id: number; loanId: number }>(sql`
    update payments p set status = 'held', held_for = 'two-loans'
    from loans l, (select distinct o.key, own.client_id from receipts o join loans own on own.id = o.loan_id
      where o.held_for = 'two-loans') twice
    where payment_number(p.transaction_id) = twice.key and p.status = 'success' and p.realized and p.attempt_id is null
      and p.job_id is not null and p.decided_at is null and l.id = p.loan_id and l.client_id = twice.client_id
    returning p.id, p.loan_id as "loanId"`);
  await postPayments(
    tx,
    first.map(({ id }) => id),
  );
  // An existing one is not added again next to the one in suspense.
  await tx.run(sql`
    delete from receipts r using payments p where p.id = r.payment_id and p.status = 'held'`);
  return first.map(({ loanId }) => loanId);
}

/** More on one day than the loan's balance; with an unknown balance, more than was lent. */
const ofSum = (tx: Tx): Promise<number> =>
  because(
    tx,
    'above-due',
    sql`from loans l, (select o.n, sum(o.amount) over (partition by o.loan_id, o.paid_on) as total from receipts o) day`,
    sql`l.id = r.loan_id and day.n = r.n and ${isNew}
      and day.total > coalesce(nullif(greatest(l.total_outstanding, l.principal_outstanding), 0), nullif(l.loan_amount, 0))`,
  );

/**
 * Equal sum within seven days of an online payment or of a claim not in any file: the same money, or new. Likewise a
 * payment of a file with transaction numbers near one of a file without. Cash never equals an online payment.
 */
const ofLikeSums = (tx: Tx): Promise<number> =>
  because(
    tx,
    'may-be-same',
    sql`from payments like_it`,
    sql`${isNew} and like_it.loan_id = r.loan_id and like_it.amount = r.amount
      and abs(like_it.payment_date - r.paid_on) <= 7 and like_it.status in ('success', 'reversed')
      and (like_it.job_id is null or ${isDerived(sql`like_it.transaction_id`)} <> ${isDerived(sql`r.number`)})
      and not exists (select from receipts o where o.payment_id = like_it.id)
      and like_it.told_transaction_id is null
      and not exists (select from payments s where s.same_as = like_it.id and s.job_id is not null)
      and case when like_it.job_id is not null then r.payment_id is null when like_it.attempt_id is null then not like_it.realized and r.payment_id is null
        else lower(r.mode) is distinct from 'cash' and not exists (
          select from payments p where p.id = r.payment_id and lower(p.mode) = 'cash') end`,
  );

/** Digits after the fifteenth are zeros, as a spreadsheet rounds a long number. */
const isRounded = (number: Fragment): Fragment => sql`payment_number(${number}) ~ '^0*[1-9][0-9]{14}0+$'`;
/** The same sum within seven days under nearly its number, as spreadsheets leave one. */
const isNear = (
  number: Fragment,
  day: Fragment,
): Fragment => sql`near.loan_id = r.loan_id and near.amount = r.amount
  and abs(${day} - r.paid_on) <= 7 and payment_number(${number}) <> r.key and loan_near_key(${number}) = loan_near_key(r.number)
  and are_parts_alike(${number}, r.number) and (loan_near_key(r.number) !~ '~' or ltrim(${number}, '0') = ltrim(r.number, '0')
    or ${isRounded(number)} or ${isRounded(sql`r.number`)})`;
/**
 * Near a payment number in the database, or another row of its file, of which the first is included: the same money, or
 * new.
 */
async function ofNearNumbers(tx: Tx): Promise<void> {
  const known = isNear(sql`near.transaction_id`, sql`near.payment_date`);
  await because(
    tx,
    'may-be-same',
    sql`from payments near`,
    sql`r.payment_id is null and near.status in ('success', 'reversed') and ${known}`,
  );
  const inFile = isNear(sql`near.number`, sql`near.paid_on`);
  await because(
    tx,
    'may-be-same',
    sql`from receipts near`,
    sql`r.payment_id is null and (near.n < r.n or near.payment_id is not null)
      and near.held_for is distinct from 'may-be-same' and ${inFile}`,
  );
}

/** Dated before the loan or long ago; included payments with that day were decided before. */
const ofDay = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update receipts r set held_for = ${dayDoubt(sql`r.paid_on`)} from loans l
    where r.held_for is null and l.id = r.loan_id and ${dayDoubt(sql`r.paid_on`)} is not null
      and not exists (select from payments p where p.id = r.payment_id and p.realized and p.payment_date = r.paid_on)`);

/** Puts suspicious rows in suspense; returns loans with changed totals. */
export async function doubt(tx: Tx): Promise<number[]> {
  await ofKnown(tx);
  const setAside = await ofTwoLoans(tx);
  await ofSum(tx);
  await ofLikeSums(tx);
  await ofNearNumbers(tx);
  await ofDay(tx);
  return setAside;
}
