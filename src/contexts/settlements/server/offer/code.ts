/** The offer behind a link, the code that opens it, and its acceptance. */
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import {
  type CodePlace,
  type KeptCode,
  type Sent,
  isCode,
  sendCode,
} from '#contexts/payments/server/pay/one-time-code.ts';
import { settlementMessages } from '#contexts/settlements/text/en/settlement-messages.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { sql } from '#kernel/server/database/sql.ts';

export interface OpenOffer {
  id: number;
  loanId: number;
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
}

/** The offer of a link while it is open, locked; everything else is not told apart. */
export const openOffer = (tx: Tx, code: string, now: Date): Promise<OpenOffer | undefined> =>
  tx.one<OpenOffer>(sql`
    select s.id, l.id as "loanId", b.name as borrower, l.loan_number as "loanNumber", c.name as lender,
      case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile, s.amount, q.outstanding, q.grace_days as "graceDays",
      l.assignee_id as "assigneeId", s.user_id as "userId",
      (select jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'amount', i.amount) order by i.n)
        from settlement_instalments i where i.settlement_id = s.id) as instalments
    from settlement_plans q join settlements s on s.id = q.settlement_id join loans l on l.id = s.loan_id
      join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
    where q.code = ${code} and q.state = 'offered' and s.status = 'Approved' and q.accept_by >= ${businessDay(now)}::date
    for no key update of q`);

/** Beside the plan it is for. */
const placeOf = ({ id }: OpenOffer): CodePlace => ({
  purpose: 'settlement code',
  id,
  kept: (tx) =>
    tx.one<KeptCode>(sql`
      select otp_mac as mac, otp_until as until, otp_tries as tries, otp_sent as sent, otp_day as day
      from settlement_plans where settlement_id = ${id}`),
  keep: (tx, { mac, until, tries, sent, day }) =>
    tx.run(sql`
      update settlement_plans set otp_mac = ${mac}, otp_until = ${until}, otp_tries = ${tries}, otp_sent = ${sent}, otp_day = ${day}
      where settlement_id = ${id}`),
});

export const sendOfferCode = (
  tx: Tx,
  parts: { safe: Safe; send: SendMessage },
  { offer, now }: { offer: OpenOffer; now: Date },
): Promise<Sent> => {
  const { loanId, mobile, lender } = offer;
  const textOf = (code: string): string => settlementMessages.code({ lender, code });
  return sendCode(tx, parts, placeOf(offer), {
    to: { loanId, mobile, textOf, purpose: 'settlement-code' },
    now,
  });
};

export const isOfferCode = (
  tx: Tx,
  safe: Safe,
  { offer, ...said }: { offer: OpenOffer; otp: string; now: Date },
): Promise<boolean> => isCode(tx, safe, placeOf(offer), said);

export const accept = (
  tx: Tx,
  o: { id: number; now: Date; language: string; version: number; terms: string },
): Promise<number> =>
  tx.run(sql`
    update settlement_plans set state = 'accepted', accepted_at = ${o.now}, accepted_channel = 'sms', accepted_language = ${o.language},
      accepted_version = ${o.version}, accepted_terms = ${o.terms}, otp_mac = null, tell_at = null, changed_at = ${o.now}
    where settlement_id = ${o.id} and state = 'offered'`);
