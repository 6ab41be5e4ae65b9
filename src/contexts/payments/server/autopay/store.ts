/** Mandates and their charges in the database. */
import {
  type MandateState,
  type Term,
  mostPresentations,
} from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { MandateAt } from '../gateways/port.ts';

export interface Mandate extends MandateAt {
  /** Of its row; `id` is our order at the gateway. */
  row: number;
  code: string;
  loanId: number;
  gateway: string;
  source: 'settlement' | 'promises';
  terms: Term[];
  most: number;
  /** How often an instalment may be presented. */
  tries: number;
  until: string;
  state: MandateState;
  openUntil: string;
  askedAt: string | null;
  asks: number;
  endAskedAt: string | null;
  offeredBy: number;
  loanNumber: string;
  lender: string;
  borrower: string;
  mobile: string | null;
  assigneeId: number | null;
  /** The portfolio allows it, the loan is worked and something is owed. */
  isAllowed: boolean;
}

/** Whether a loan may be charged at all. */
export const isAllowed: Fragment = sql`(f.has_autopay and l.is_active and l.paid_off_at is null)`;
const mandateRows = (chosen: Fragment): Fragment => sql`
  select m.id as row, m.order_id as id, m.code, m.loan_id as "loanId", m.gateway, m.source, m.terms, m.most, m.tries, m.until, m.state,
    m.open_until as "openUntil", m.asked_at as "askedAt", m.asks, m.end_asked_at as "endAskedAt", m.offered_by as "offeredBy",
    m.reference, m.token, l.loan_number as "loanNumber", c.name as lender, b.name as borrower,
    case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile, l.assignee_id as "assigneeId", ${isAllowed} as "isAllowed"
  from mandates m join loans l on l.id = m.loan_id join clients c on c.id = l.client_id join borrowers b on b.id = l.borrower_id
    join portfolios f on f.id = l.portfolio_id ${chosen}`;

export const mandateByCode = (tx: Tx, code: string): Promise<Mandate | undefined> =>
  tx.one<Mandate>(mandateRows(sql`where m.code = ${code}`));
export const mandateByOrder = (tx: Tx, id: string): Promise<Mandate | undefined> =>
  tx.one<Mandate>(mandateRows(sql`where m.order_id = ${id}`));
export const mandateByRow = (tx: Tx, row: number): Promise<Mandate | undefined> =>
  tx.one<Mandate>(mandateRows(sql`where m.id = ${row}`));
/** The loan first, as payments lock it; then the mandate. */
export async function lockMandate(tx: Tx, row: number): Promise<Mandate | undefined> {
  await tx.run(
    sql`select from loans where id = (select loan_id from mandates where id = ${row}) for no key update`,
  );
  await tx.run(sql`select from mandates where id = ${row} for no key update`);
  return mandateByRow(tx, row);
}
/** Mandate of a gateway event: by our order, or the gateway's mandate number. */
export const mandateOfNews = async (
  tx: Tx,
  gateway: string,
  o: { attemptId: string | null; reference: string | null },
): Promise<number | undefined> =>
  (
    await tx.one<{ id: number }>(sql`
      select id from mandates where gateway = ${gateway}
        and (order_id = ${o.attemptId} or token = ${o.reference} or reference = ${o.reference}) order by id desc limit 1`)
  )?.id;

/** Mandates of a loan that may still debit. */
export const openOf = (tx: Tx, loanId: number): Promise<{ id: number; state: MandateState }[]> =>
  tx.rows(sql`
    select id, state from mandates where loan_id = ${loanId} and state in ('registering', 'active', 'paused')
      and end_asked_at is null order by id`);

interface NewMandate {
  orderId: string;
  code: string;
  loanId: number;
  accountId: number;
  gateway: string;
  source: string;
  terms: readonly Term[];
  until: string;
  userId: number;
  now: Date;
  openUntil: Date;
}
/** Replaces a pending offer. */
export async function insertMandate(tx: Tx, o: NewMandate): Promise<number> {
  await tx.run(sql`
    update mandates set state = 'withdrawn', changed_at = ${o.now} where loan_id = ${o.loanId} and state = 'offered'`);
  const made = await tx.one<{ id: number }>(sql`
    insert into mandates (order_id, code, loan_id, account_id, gateway, source, terms, most, tries, until, offered_by, offered_at,
      open_until, changed_at)
    values (${o.orderId}, ${o.code}, ${o.loanId}, ${o.accountId}, ${o.gateway}, ${o.source}, ${JSON.stringify(o.terms)},
      ${Math.max(...o.terms.map(({ amount }) => amount))}, ${mostPresentations}, ${o.until}, ${o.userId}, ${o.now}, ${o.openUntil}, ${o.now})
    returning id`);
  return made?.id ?? 0;
}

/** Notifies the loan's agent, or the agent who offered it, of a debit's result. */
export async function noteCharge(
  tx: Tx,
  m: Pick<Mandate, 'row' | 'loanId' | 'assigneeId' | 'offeredBy'>,
  charge: { amount: number; became: string },
): Promise<void> {
  const events = eventLog(null, null);
  events.emit('autopay.charge', {
    id: m.row,
    facts: { loanId: m.loanId, ...charge },
    to: await watchersOf(tx, [m.assigneeId, m.offeredBy]),
  });
  await events.flush(tx, []);
}

/** Cancels its unsent debits. */
export const dropCharges = (tx: Tx, row: number, reason: string, now: Date): Promise<number> =>
  tx.run(sql`
    update mandate_charges set state = 'dropped', reason = ${reason}, next_at = null, changed_at = ${now}
    where mandate_id = ${row} and state in ('planned', 'told', 'announced')`);

/** A debit failed according to the gateway: its mandate is rechecked, and it may be retried. */
export const lookAfter = (tx: Tx, orderId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update mandates set next_look_at = ${now} where end_asked_at is null and state in ('active', 'paused')
      and id = (select mandate_id from mandate_charges where order_id = ${orderId})`);

type EndReason = 'staff' | 'borrower' | 'over' | 'replaced' | 'off';
/** Stops charges at once; the gateway is notified, and polled until it confirms. */
export async function askEnd(tx: Tx, row: number, reason: EndReason, now: Date): Promise<void> {
  await tx.run(sql`
    update mandates set state = case when state = 'offered' then 'withdrawn' else state end, end_asked_at = ${now},
      end_reason = ${reason}, next_look_at = null, changed_at = ${now},
      next_ask_at = case when state in ('registering', 'active', 'paused') then ${now}::timestamptz end
    where id = ${row} and end_asked_at is null`);
  await dropCharges(tx, row, 'ended', now);
}
