/** One-time codes: sent to the number on the loan, kept as a keyed hash, good for ten minutes and five tries. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { settlementMessages } from '#contexts/settlements/text/en/settlement-messages.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { sql } from '#kernel/server/database/sql.ts';

const minute = 60_000;
export const codeLasts = 10 * minute;
export const mostTries = 5;
export const mostInADay = 5;

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

const macOf = (safe: Safe, id: number, otp: string): string =>
  safe.mac(`${id} ${otp}`, 'settlement code').toString('base64');

export type Sent = 'sent' | 'soon' | 'tooMany';
export async function sendCode(
  tx: Tx,
  { safe, send }: { safe: Safe; send: SendMessage },
  { offer, now }: { offer: OpenOffer; now: Date },
): Promise<Sent> {
  const today = businessDay(now);
  const row = await tx.one<{ sent: number; until: string | null }>(sql`
    select case when otp_day = ${today} then otp_sent else 0 end as sent, otp_until as until
    from settlement_plans where settlement_id = ${offer.id}`);
  if (row?.until && Date.parse(row.until) > now.getTime() + codeLasts - minute) return 'soon';
  if ((row?.sent ?? 0) >= mostInADay) return 'tooMany';
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.run(sql`
    update settlement_plans set otp_mac = ${macOf(safe, offer.id, otp)}, otp_until = ${new Date(now.getTime() + codeLasts)},
      otp_tries = 0, otp_sent = ${(row?.sent ?? 0) + 1}, otp_day = ${today}
    where settlement_id = ${offer.id}`);
  // The borrower asked for it themselves: it is an answer, and no contact.
  if (offer.mobile)
    await send(tx, {
      loanId: offer.loanId,
      channel: 'sms',
      to: offer.mobile,
      text: settlementMessages.code({ lender: offer.lender, code: otp }),
      purpose: 'settlement-code',
      userId: null,
    });
  return 'sent';
}

/** Counts a wrong try; a code that was tried too often or is too old counts no more. */
export async function isCode(
  tx: Tx,
  safe: Safe,
  { offer, otp, now }: { offer: OpenOffer; otp: string; now: Date },
): Promise<boolean> {
  const row = await tx.one<{ mac: string | null }>(sql`
    select otp_mac as mac from settlement_plans where settlement_id = ${offer.id} and otp_tries < ${mostTries} and otp_until > ${now}`);
  const said = Buffer.from(macOf(safe, offer.id, otp));
  const known = Buffer.from(row?.mac ?? '');
  if (said.length === known.length && timingSafeEqual(said, known)) return true;
  await tx.run(sql`update settlement_plans set otp_tries = otp_tries + 1 where settlement_id = ${offer.id}`);
  return false;
}

export const accept = (
  tx: Tx,
  o: { id: number; now: Date; language: string; version: number; terms: string },
): Promise<number> =>
  tx.run(sql`
    update settlement_plans set state = 'accepted', accepted_at = ${o.now}, accepted_channel = 'sms', accepted_language = ${o.language},
      accepted_version = ${o.version}, accepted_terms = ${o.terms}, otp_mac = null, tell_at = null, changed_at = ${o.now}
    where settlement_id = ${o.id} and state = 'offered'`);
