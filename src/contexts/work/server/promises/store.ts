import type { PromiseState } from '#contexts/work/contract/promise-states.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Judgement, type Promised, type PaymentTowards, allotReceipts } from './rules.ts';

/**
 * Loans with PTPs to judge, share-locked until commit. A locked one is skipped until next time: a concurrent disposition
 * of another loan would be blocked too.
 */
interface Taken {
  loanIds: number[];
  /** Promises too old to notify about. */
  old: Set<number>;
}
export async function takeWaiting(tx: Tx, most: number): Promise<Taken> {
  const rows = await tx.rows<{ loanId: number; isOld: boolean }>(sql`
    delete from promise_queue where id in (
      select q.id from promise_queue q join loans l on l.id = q.loan_id order by q.id limit ${most}
      for no key update of q skip locked for share of l skip locked)
    returning loan_id as "loanId", is_old as "isOld"`);
  const told = new Set(rows.filter(({ isOld }) => !isOld).map(({ loanId }) => loanId));
  const loanIds = [...new Set(rows.map(({ loanId }) => loanId))];
  return { loanIds, old: new Set(loanIds.filter((id) => !told.has(id))) };
}

/** Loans with a lapsed PTP, locked likewise. */
export const takeLapsed = async (tx: Tx, today: string, most: number): Promise<number[]> =>
  (
    await tx.rows<{ loanId: number }>(sql`
      select distinct loan_id as "loanId" from
        (select p.loan_id from promises p join loans l on l.id = p.loan_id
          where p.state = 'open' and p.lapses_on < ${today} order by p.lapses_on limit ${most} for share of l skip locked) due`)
  ).map(({ loanId }) => loanId);

type Row = Promised & { loanId: number; received: number; state: PromiseState };
export interface PromiseChange {
  id: number;
  loanId: number;
  before: PromiseState;
  after: PromiseState;
  received: number;
}

function byLoan<R extends { loanId: number }>(rows: readonly R[]): Map<number, R[]> {
  const found = new Map<number, R[]>();
  for (const row of rows) {
    const known = found.get(row.loanId);
    if (known) known.push(row);
    else found.set(row.loanId, [row]);
  }
  return found;
}

/** Judges every PTP of these loans and returns those with a changed state. */
export async function judgeLoans(
  tx: Tx,
  loanIds: readonly number[],
  today: string,
): Promise<PromiseChange[]> {
  // Lock order as in dispositions: the loan first. PTP totals are by agent, who must not change.
  await tx.run(sql`select from loans where id = any(${[...loanIds]}) order by id for share`);
  // Locked before payments are read, so that no other worker judges the loan with older ones.
  const rows = await tx.rows<Row>(sql`
    select p.id, p.loan_id as "loanId", p.amount, p.needed, p.made_at as "madeAt", p.made_on as "madeOn",
      p.due_on as "dueOn", p.lapses_on as "lapsesOn", p.received, p.state,
      (l.paid_off_at at time zone 'Asia/Kolkata')::date as "paidOffOn"
    from promises p join loans l on l.id = p.loan_id
    where p.loan_id = any(${[...loanIds]}) and p.state <> 'void_inactive' order by p.id for no key update of p`);
  if (rows.length === 0) return [];
  const receipts = await tx.rows<PaymentTowards & { loanId: number }>(sql`
    select loan_id as "loanId", payment_date as day, sum(amount)::bigint as amount from payments
    where loan_id = any(${[...new Set(rows.map(({ loanId }) => loanId))]}) and status = 'success' and amount > 0 group by 1, 2`);
  const paid = byLoan(receipts);
  const known = new Map(rows.map((row) => [row.id, row]));
  const changed = [...byLoan(rows)]
    .flatMap(([loanId, promises]) => allotReceipts(promises, paid.get(loanId) ?? [], today))
    .flatMap((now) => {
      const was = known.get(now.id);
      return was && (was.state !== now.state || was.received !== now.received) ? [{ was, now }] : [];
    });
  await write(
    tx,
    changed.map(({ now }) => now),
  );
  return changed.map(({ was, now }) => ({
    id: now.id,
    loanId: was.loanId,
    before: was.state,
    after: now.state,
    received: now.received,
  }));
}

async function write(tx: Tx, judged: readonly Judgement[]): Promise<void> {
  if (judged.length === 0) return;
  await tx.run(sql`
    update promises p set state = j.state, received = j.received, judged_at = now()
    from unnest(${judged.map(({ id }) => id)}::bigint[], ${judged.map(({ state }) => state)}::text[],
      ${judged.map(({ received }) => received)}::bigint[]) j (id, state, received)
    where p.id = j.id`);
}

/** The present assignees of these loans. */
export const workersOf = async (tx: Tx, loanIds: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select distinct assignee_id as id from loans where id = any(${[...loanIds]}) and assignee_id is not null`)
  ).map(({ id }) => id);
