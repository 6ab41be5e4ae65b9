/** Cash reported by an agent: objections, and its receipt, which only the desk can void (void.ts). */
import {
  type CashDoubt,
  type ReceiptState,
  doubtOf,
  isCashMode,
  isLatinNumber,
  isSpare,
  looksOurs,
  serialOf,
} from '#contexts/payments/contract/cash/cash-rules.ts';
import { Failure, type FailureFacts } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { heldCash, watchHeld } from './held.ts';
import { lockCashOf, lockHeldOf, writeStep } from './journal.ts';

interface Handed {
  loan: { id: number; clientId: number; watchers: readonly number[] };
  amount: number;
  number: string;
  /** Day of payment, and time of recording. */
  day: string;
  at: Date;
  denominations: readonly { note: number; count: number }[] | null;
}
type Doubt = CashDoubt | 'CASH_NUMBER' | 'CASH_DAY_CLOSED' | 'CASH_LESS';

interface Standing {
  hasBlock: boolean;
  usedBy: { loanId: number; userId: number; amount: number; state: ReceiptState } | null;
  isClosed: boolean;
  client: string;
  held: number;
  limit: number;
  oldestOn: string | null;
  days: number;
}

/** Everything required before recording cash, in one query. */
const standingOf = async (
  tx: Tx,
  o: Handed & { userId: number; deviceId: string | null; now: Date },
): Promise<Standing> => {
  const serial = serialOf(o.number) ?? -1;
  const found = await tx.one<Standing>(sql`
    select exists (select from cash_blocks b where b.user_id = ${o.userId} and ${serial} between b.first_serial and b.last_serial
        and (${o.deviceId}::uuid is null or b.device_id = ${o.deviceId}::uuid)) as "hasBlock",
      (select jsonb_build_object('loanId', r.loan_id, 'userId', r.user_id, 'amount', r.amount, 'state', r.state) from cash_receipts r
        where payment_number(r.number) = payment_number(${o.number})) as "usedBy",
      exists (select from cash_days d where d.user_id = ${o.userId} and d.day >= ${o.day}::date) as "isClosed",
      c.name as client, c.cash_limit as "limit", c.cash_days as days, h.held, h."oldestOn"
    from clients c cross join lateral (
      select coalesce(sum(r.amount), 0)::bigint as held, min(r.day) as "oldestOn" from ${heldCash(o.now)} r
      where r.user_id = ${o.userId} and r.client_id = c.id) h
    where c.id = ${o.loan.clientId}`);
  if (!found) throw new Error('no such lender');
  return found;
};

const inRupees = (paise: number): number => paise / 100;
const factsOf = (s: Standing, day: string): Record<Doubt, FailureFacts> => ({
  CASH_NUMBER: {},
  CASH_LESS: {},
  CASH_DAY_CLOSED: { day },
  CASH_OVER_LIMIT: { held: inRupees(s.held), limit: inRupees(s.limit), client: s.client },
  CASH_TOO_OLD: { day: s.oldestOn ?? '', client: s.client },
});

/**
 * A repeated report of a valid receipt: the same amount passes, a lower one is reviewed, an excess is checked as any
 * other cash.
 */
function sumDoubt(s: Standing, before: number | undefined, amount: number, now: Date): Doubt | undefined {
  if (before === undefined) return doubtOf(s, amount, now);
  if (amount === before) return undefined;
  return amount < before ? 'CASH_LESS' : doubtOf({ ...s, held: s.held - before }, amount, now);
}

/**
 * Reasons for a manual review of this cash; an online request is rejected instead, with instructions. A number on
 * another receipt is always rejected: two borrowers cannot share one receipt.
 */
export async function cashDoubts({ tx, actor, now, delivery }: Context, o: Handed): Promise<Doubt[]> {
  await lockCashOf(tx, actor.id);
  await lockHeldOf(tx, actor.id, o.loan.clientId);
  const isLive = !delivery?.queued;
  const standing = await standingOf(tx, {
    ...o,
    userId: actor.id,
    deviceId: delivery?.deviceId ?? null,
    now,
  });
  const { usedBy, hasBlock, isClosed } = standing;
  // The number of a void receipt remains used.
  const isOwn = usedBy?.loanId === o.loan.id && usedBy.userId === actor.id && usedBy.state !== 'void';
  if (usedBy && !isOwn && (isLive || delivery?.queued?.isReviewed))
    throw new Failure('TAKEN', {}, [{ path: 'transactionId', fault: 'taken' }]);
  // A review may not accept a number that differs from another receipt's only by a letter of another script.
  const isDisguised = !isLatinNumber(o.number) || (looksOurs(o.number) && serialOf(o.number) === undefined);
  if (delivery?.queued?.isReviewed) {
    if (isDisguised) throw new Failure('CASH_NUMBER');
    // Reducing a receipt means to void it at the desk with a second person; a review must not bypass that.
    if (isOwn && usedBy && o.amount < usedBy.amount) throw new Failure('CASH_LESS');
    return [];
  }
  const isStrange = isDisguised || (looksOurs(o.number) ? !hasBlock : !isLive && !isSpare(o.number));
  const limit = sumDoubt(standing, isOwn ? usedBy.amount : undefined, o.amount, now);
  const doubts: Doubt[] = [
    ...(isStrange || (usedBy && !isOwn) ? (['CASH_NUMBER'] as const) : []),
    ...(isClosed ? (['CASH_DAY_CLOSED'] as const) : []),
    ...(limit ? [limit] : []),
  ];
  const [first] = doubts;
  if (first && isLive) throw new Failure(first, factsOf(standing, o.day)[first]);
  return doubts;
}

interface Known {
  id: number;
  amount: number;
  state: ReceiptState;
  day: string;
}
const receiptNumbered = (
  tx: Tx,
  loanId: number,
  userId: number,
  number: string,
): Promise<Known | undefined> =>
  tx.one<Known>(sql`
    select id, amount, state, day from cash_receipts
    where payment_number(number) = payment_number(${number}) and loan_id = ${loanId} and user_id = ${userId} for update`);

/** Whether this number has a receipt; one present only in a lender's file has none. */
export const hasReceipt = async (tx: Tx, number: string): Promise<boolean> =>
  (await tx.one(
    sql`select id from cash_receipts where payment_number(number) = payment_number(${number})`,
  )) !== undefined;

/** Including one under review. */
const paymentFor = (o: Handed): Fragment => sql`
  coalesce(payment_named(${o.loan.id}, ${o.number}), (select p.id from payments p where p.loan_id = ${o.loan.id}
    and p.source = 'DISPOSITION' and payment_number(p.transaction_id) = payment_number(${o.number}) order by p.id desc limit 1))`;

const countOf = ({ denominations }: Handed): string | null =>
  denominations === null ? null : JSON.stringify(denominations);

const insertReceipt = async (tx: Tx, o: Handed & { userId: number; now: Date }): Promise<number> => {
  const row = await tx.one<{ id: number }>(sql`
    insert into cash_receipts (number, block_id, loan_id, client_id, user_id, payment_id, amount, denominations, taken_at, day,
      code, tell_at, created_at)
    values (${o.number}, (select id from cash_blocks where ${serialOf(o.number) ?? -1} between first_serial and last_serial),
      ${o.loan.id}, ${o.loan.clientId}, ${o.userId}, ${paymentFor(o)}, ${o.amount},
      ${countOf(o)}::jsonb, ${o.at}, ${o.day}, ${randomCode()}, ${o.now}, ${o.now})
    returning id`);
  if (!row) throw new Error('no receipt');
  return row.id;
};

/** Creates the receipt and adds the cash to the agent's hands. A repeated report with another amount replaces it. */
export async function takeCash({ tx, actor, now, emit, delivery }: Context, o: Handed): Promise<void> {
  await lockCashOf(tx, actor.id);
  const known = await receiptNumbered(tx, o.loan.id, actor.id, o.number);
  // Nothing was revived by saying it again.
  if (known?.state === 'void') throw new Failure('TAKEN', {}, [{ path: 'transactionId', fault: 'taken' }]);
  if (known?.amount === o.amount)
    return void (await tx.run(
      sql`update cash_receipts set payment_id = ${paymentFor(o)} where id = ${known.id}`,
    ));
  if (known && known.state !== 'in-hand') throw new Failure('CHANGED_MEANWHILE');
  const step = { userId: actor.id, clientId: o.loan.clientId, byId: actor.id, at: now };
  if (known) {
    const before = { receiptId: known.id, day: known.day, hand: -known.amount };
    await writeStep(tx, { ...step, ...before, kind: 'voided' });
    await tx.run(sql`
      update cash_receipts set amount = ${o.amount}, denominations = ${countOf(o)}::jsonb, taken_at = ${o.at}, day = ${o.day},
        tell_at = ${now}, payment_id = ${paymentFor(o)} where id = ${known.id}`);
  }
  const receiptId = known?.id ?? (await insertReceipt(tx, { ...o, userId: actor.id, now }));
  await writeStep(tx, { ...step, kind: 'taken', receiptId, day: o.day, hand: o.amount });
  // Cash without review is within the limit.
  if (delivery?.queued?.isReviewed) await watchHeld({ tx, now, emit }, step);
  emit('cash.taken', {
    id: receiptId,
    facts: { loanId: o.loan.id, number: o.number, amount: o.amount },
    to: [...o.loan.watchers],
  });
}

/** Cash reported with an outcome; undefined if none. */
export function cashIn(
  loan: Handed['loan'],
  o: {
    paymentMode: string | null;
    transactionId: string | null;
    amount: number | null;
    paymentDate: string | null;
    denominations?: Handed['denominations'];
  },
  at: Date,
): Handed | undefined {
  if (!isCashMode(o.paymentMode) || o.paymentMode === null) return undefined;
  if (o.transactionId === null || !o.amount) return undefined;
  return {
    loan,
    amount: o.amount,
    number: o.transactionId,
    day: o.paymentDate ?? businessDay(at),
    at,
    denominations: o.denominations ?? null,
  };
}
