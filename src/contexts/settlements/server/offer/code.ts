/** Offer of a link, its code, and its acceptance. */
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import {
  type CodePlace,
  type Requester,
  type Sent,
  matchCode,
  sendCode,
} from '#contexts/payments/server/pages/one-time-code.ts';
import type { LoanOfLink } from '#contexts/payments/server/slots.ts';
import { settlementMessages } from '#contexts/settlements/text/en/settlement-messages.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { addAcceptance } from '../agreements/acceptances.ts';
import { countsFrom, receivedFor } from '../agreements/agreement-conditions.ts';
import { endReplaced } from '../agreements/versions.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export interface OpenOffer {
  id: number;
  loanId: number;
  /** Code of the link. */
  code: string;
  borrower: string;
  loanNumber: string;
  lender: string;
  mobile: string | null;
  amount: number;
  outstanding: number;
  graceDays: number;
  instalments: { dueOn: string; amount: number }[];
  assigneeId: number | null;
  userId: number;
  /** For a new version: paise already received, and the start day. */
  counted: { received: number; since: string } | null;
}

/** Number of an offer `q` of settlement `s`: for a version that of the first agreement, else the loan's current one. */
export const mobileOf: Fragment = sql`(
  select m.mobile from (select case when s.replaces_id is null then l.mobile else q.borrower_mobile end as mobile) m
  where m.mobile ~ '^\\d{10}$')`;

/** Locks the loan of a link before its settlements, in the order that decisions use. */
export const lockOffered = (tx: Tx, code: string): Promise<number> =>
  tx.run(sql`
    select l.id from loans l where l.id = (select loan_id from settlement_plans where code = ${code}) for no key update`);

/** The open offer of a link, locked; every other state gets one response. */
export const openOffer = (tx: Tx, code: string, now: Date): Promise<OpenOffer | undefined> =>
  tx.one<OpenOffer>(sql`
    select s.id, l.id as "loanId", q.code, b.name as borrower, l.loan_number as "loanNumber", c.name as lender,
      ${mobileOf} as mobile, s.amount, q.outstanding, q.grace_days as "graceDays",
      l.assignee_id as "assigneeId", s.user_id as "userId",
      case when s.replaces_id is not null then jsonb_build_object('received', ${receivedFor}, 'since', ${countsFrom}) end as counted,
      (select jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'amount', i.amount) order by i.n)
        from settlement_instalments i where i.settlement_id = s.id) as instalments
    from settlement_plans q join settlements s on s.id = q.settlement_id join loans l on l.id = s.loan_id
      join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
    where q.code = ${code} and q.state = 'offered' and s.status = 'Approved' and q.accept_by >= ${businessDay(now)}::date
      and l.paid_off_at is null and (not s.needs_lender or s.client_status is not distinct from 'Approved')
    for no key update of q`);

/** Binds a code to this link and number: changed terms or another number need another code. */
const placeOf = ({ id, loanId, code, mobile }: OpenOffer): CodePlace => ({
  purpose: 'settlement code',
  id,
  loanId,
  of: `${code} ${mobile ?? ''}`,
});

export const sendOfferCode = (
  tx: Tx,
  parts: { safe: Safe; send: SendMessage },
  { offer, ...by }: { offer: OpenOffer; from: Requester; now: Date },
): Promise<Sent> => {
  const { loanId, mobile, lender } = offer;
  const textOf = (code: string): string => settlementMessages.code({ lender, code });
  return sendCode(tx, parts, placeOf(offer), {
    to: { loanId, mobile, textOf, purpose: 'settlement-code' },
    ...by,
  });
};

/** Returns the keyed hash of a valid code. */
export const offerCode = (
  tx: Tx,
  safe: Safe,
  { offer, ...typed }: { offer: OpenOffer; otp: string; from: Requester; now: Date },
): Promise<string | undefined> => matchCode(tx, safe, placeOf(offer), typed);

/** Returns the loan of an offer in any state. */
export const loanOfOffer: LoanOfLink = async (tx, code) =>
  (
    await tx.one<{ loanId: number }>(
      sql`select loan_id as "loanId" from settlement_plans where code = ${code}`,
    )
  )?.loanId;

/** Stores the acceptance in a separate row, closes the agreement it replaces, and starts its plan. */
export async function accept(
  tx: Tx,
  {
    offer: { id, mobile },
    ...o
  }: { offer: OpenOffer; now: Date; language: string; version: number; terms: string; codeMac: string },
): Promise<{ version: number; hash: string }> {
  const kept = await addAcceptance(tx, { ...o, mobile, settlementId: id, termsVersion: o.version });
  await endReplaced(tx, id);
  await tx.run(sql`
    update settlement_plans set state = 'accepted', accepted_at = ${o.now}, accepted_channel = 'sms', accepted_language = ${o.language},
      accepted_version = ${o.version}, accepted_terms = ${o.terms}, borrower_mobile = ${mobile}, tell_at = null, changed_at = ${o.now}
    where settlement_id = ${id} and state = 'offered'`);
  return kept;
}
