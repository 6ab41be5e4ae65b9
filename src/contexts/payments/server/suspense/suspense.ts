/** Suspense: payments under review, and the effects of decisions. */
import type { z } from 'zod/mini';
import type { HeldDecision } from '#contexts/payments/contract/held-payments.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { payments } from '#contexts/payments/contract/payments.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans, watchersOf } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { paidLoanHas } from '../lists/payment-search.ts';
import { recomputeSummary } from '../summaries/summary.ts';

type Row = z.output<typeof payments.held.gives>;
const mostCandidates = 5;

const isSameNumber = sql`coalesce(payment_number(p.transaction_id) = payment_number(h.transaction_id), false)`;
/** Cash is never one with an online payment. */
const mayBeOne = sql`not (lower(h.mode) is not distinct from 'cash' and p.attempt_id is not null)`;
/** Candidate duplicates on the loan: by number first, then by sum within seven days. */
const candidates = sql`
  select p.id, p.transaction_id, p.amount, p.payment_date, p.mode, p.source, p.realized, p.loan_id,
    p.attempt_id is not null as is_online, ${isSameNumber} as has_number
  from payments p
  where p.loan_id = h.loan_id and p.id <> h.id and p.status in ('success', 'reversed') and ${mayBeOne}
    and (${isSameNumber} or (p.amount = h.amount and abs(p.payment_date - h.payment_date) <= 7))
  order by ${isSameNumber} desc, p.attempt_id is not null desc, abs(p.payment_date - h.payment_date), p.id
  limit ${mostCandidates}`;
/** Payments under the number on other loans. */
const elsewhere = sql`
  select p.id, p.transaction_id, p.amount, p.payment_date, p.mode, p.source, p.realized, p.loan_id from payments p
  where h.held_for = 'two-loans' and ${isSameNumber} and p.loan_id <> h.loan_id and p.status in ('success', 'reversed', 'held')
    and p.realized order by p.id limit ${mostCandidates}`;
/** The gateway's status is binding: a contradicting file row under its number is never included. */
const isOverruled = sql`exists (select from payments p where p.loan_id = h.loan_id and p.status in ('success', 'reversed')
  and p.attempt_id is not null and ${isSameNumber} and ${mayBeOne})`;

const rowsOf = (from: Fragment): Fragment => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'transactionId', c.transaction_id, 'amount', c.amount,
    'paymentDate', c.payment_date, 'mode', c.mode, 'source', c.source, 'realized', c.realized,
    'loanNumber', (select loan_number from loans where id = c.loan_id))), '[]') from (${from}) c)`;

export function pageOfHeld(
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof payments.held.takes>,
): Promise<Page<Row>> {
  const chosen = sql`from payments h join loans l on l.id = h.loan_id ${where([
    sql`h.status = 'held'`,
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof payments.held>(query, { reason: (why) => sql`h.held_for = ${why}`, q: paidLoanHas }),
  ])}`;
  return counted(tx, query, chosen, () =>
    tx.planned<Row>(sql`
      select h.id, h.transaction_id as "transactionId", h.transaction_id_received as "transactionIdReceived", h.amount, h.payment_date as "paymentDate", h.mode, h.source, h.realized,
        h.held_for as reason, l.id as "loanId", l.loan_number as "loanNumber", d.name as borrower, c.name as client,
        l.total_outstanding as "totalOutstanding", not ${isOverruled} as "mayCount",
        ${rowsOf(candidates)} as beside, ${rowsOf(elsewhere)} as elsewhere
      from (select h.* ${chosen} order by h.id desc ${paged(query)}) h join loans l on l.id = h.loan_id
        join borrowers d on d.id = l.borrower_id join clients c on c.id = l.client_id
      order by h.id desc`),
  );
}

interface Waiting {
  id: number;
  loanId: number;
  assigneeId: number | null;
  amount: number;
  reason: string;
  isClaim: boolean;
}
interface Beside {
  id: number;
  isRealized: boolean;
  isOnline: boolean;
  hasNumber: boolean;
}

async function lockHeldPayment(tx: Tx, actor: ServerActor, id: number): Promise<Waiting> {
  const found = await tx.one<Waiting>(sql`
    select h.id, h.loan_id as "loanId", l.assignee_id as "assigneeId", h.amount, h.held_for as reason,
      not h.realized as "isClaim"
    from loans l join payments h on h.loan_id = l.id
    where h.id = ${id} and h.held_for is not null and ${visibleLoans(actor, sql`l.assignee_id`)} for no key update of l`);
  if (!found) throw new Failure('NOT_FOUND');
  // Read again under the lock: another user may have decided meanwhile.
  const now = await tx.one<{ isHeld: boolean }>(
    sql`select status = 'held' as "isHeld" from payments where id = ${id} for no key update`,
  );
  if (!now?.isHeld) throw new Failure('PAYMENT_DECIDED');
  return found;
}
const besideOf = (tx: Tx, id: number): Promise<Beside[]> =>
  tx.rows<Beside>(sql`
    select c.id, c.realized as "isRealized", c.is_online as "isOnline", c.has_number as "hasNumber"
    from payments h cross join lateral (${candidates}) c where h.id = ${id}`);

/** A claim is replaced by its file row; a realised payment gets another amount, except online payments. */
async function takeOver(tx: Tx, target: number, from: number): Promise<void> {
  await tx.run(sql`
    update payments p set amount = h.amount, payment_date = h.payment_date, mode = coalesce(h.mode, p.mode), realized = true,
      job_id = coalesce(h.job_id, p.job_id)
    from payments h where h.id = ${from} and p.id = ${target} and p.attempt_id is null`);
  await postPayments(tx, [target], { isByFile: true });
}

/** With its new amount it may be what an agent claimed under another number. */
async function doubtClaims(tx: Tx, target: number): Promise<void> {
  const held = await tx.rows<{ id: number }>(sql`
    update payments c set status = 'held', held_for = 'may-be-same' from payments p
    where p.id = ${target} and c.loan_id = p.loan_id and c.id <> p.id and c.status = 'success' and not c.realized
      and c.decided_at is null and c.amount = p.amount and abs(c.payment_date - p.payment_date) <= 7 returning c.id`);
  await postPayments(
    tx,
    held.map(({ id }) => id),
  );
}

async function close(tx: Tx, id: number, actor: ServerActor, sets: Fragment): Promise<void> {
  await tx.run(
    sql`update payments set ${sets}, decided_at = now(), decided_by = ${actor.id} where id = ${id}`,
  );
  await postPayments(tx, [id], { byId: actor.id });
}

/** The record is another name of this payment from now on. */
async function join(tx: Tx, actor: ServerActor, id: number, target: number): Promise<number> {
  await tx.run(sql`
    update payments p set told_transaction_id = coalesce(p.told_transaction_id, h.transaction_id) from payments h
    where h.id = ${id} and p.id = ${target} and payment_number(p.transaction_id) is distinct from payment_number(h.transaction_id)`);
  await close(tx, id, actor, sql`status = 'same', same_as = ${target}`);
  return target;
}

/** A number belongs to one payment; cash under an online payment's number gets a separate one. */
const countAlone = (tx: Tx, actor: ServerActor, id: number): Promise<void> =>
  close(
    tx,
    id,
    actor,
    sql`status = 'success', transaction_id = case when exists (select from payments o where o.loan_id = payments.loan_id
        and o.id <> payments.id and o.status in ('success', 'reversed')
        and payment_number(o.transaction_id) = payment_number(payments.transaction_id))
      then transaction_id || ' (cash ' || id || ')' else transaction_id end`,
  );

const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

async function count(tx: Tx, actor: ServerActor, held: Waiting, beside: readonly Beside[]): Promise<number> {
  const named = beside.find(({ hasNumber }) => hasNumber);
  if (named?.isOnline) throw wrong('decision');
  if (!named) {
    await countAlone(tx, actor, held.id);
    return held.id;
  }
  if (!held.isClaim) {
    await takeOver(tx, named.id, held.id);
    await doubtClaims(tx, named.id);
  }
  return join(tx, actor, held.id, named.id);
}

async function same(tx: Tx, actor: ServerActor, held: Waiting, other: Beside | undefined): Promise<number> {
  if (!other) throw wrong('paymentId');
  if (!held.isClaim && !other.isRealized) await takeOver(tx, other.id, held.id);
  return join(tx, actor, held.id, other.id);
}

/** Claims of the number that was decided upon are records of the same payment. */
async function absorb(tx: Tx, decided: number, target: number): Promise<void> {
  const same = await tx.rows<{ id: number }>(sql`
    update payments c set status = 'same', same_as = ${target} from payments h
    where h.id = ${decided} and c.loan_id = h.loan_id and c.id not in (h.id, ${target}) and not c.realized
      and c.status in ('held', 'success') and payment_number(c.transaction_id) = payment_number(h.transaction_id) returning c.id`);
  await postPayments(
    tx,
    same.map(({ id }) => id),
  );
}

export async function decideHeld(
  { tx, actor, emit }: Context,
  { id, decision, paymentId }: { id: number; decision: HeldDecision; paymentId?: number },
): Promise<{ id: number }> {
  const held = await lockHeldPayment(tx, actor, id);
  const beside = await besideOf(tx, id);
  if (decision === 'refuse') await close(tx, id, actor, sql`status = 'refused'`);
  else {
    const meant = paymentId === undefined ? beside[0] : beside.find((one) => one.id === paymentId);
    const target =
      decision === 'count' ? await count(tx, actor, held, beside) : await same(tx, actor, held, meant);
    await absorb(tx, id, target);
  }
  await recomputeSummary(tx, [held.loanId]);
  const { loanId, amount, reason } = held;
  emit('payments.decided', {
    id,
    facts: { loanId, amount, reason, decision },
    to: await watchersOf(tx, [held.assigneeId]),
  });
  return { id };
}
