/**
 * Debit workflow: the borrower is notified with a contact permit, the gateway announces it, and on its day it is created
 * once as an order like any other. Each step first checks that it is still valid.
 */
import { type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { borrowerMessages } from '#contexts/messaging/text/en/borrower-messages.ts';
import { chargeAt, leftOf } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { nextAsk } from '#contexts/payments/contract/pay/order-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { dayText } from '#kernel/contract/india.ts';
import { amountWords } from '../amount-words.ts';
import type { Autopay, ChargeDraft } from '../gateways/port.ts';
import { type Due } from '../orders/apply-status.ts';
import { type Reconciling, askAbout } from '../orders/poll-status.ts';
import { askMandate } from './follow.ts';
import { type Sources, openInstalments } from './plan.ts';
import { type Mandate, lockMandate, noteCharge } from './store.ts';

export interface Charging extends Reconciling {
  sources: Sources;
  evaluate: Evaluate;
  send: SendMessage;
  publicUrl: string;
}
interface Charge {
  row: number;
  id: string;
  mandateRow: number;
  instalment: string;
  dueOn: string;
  amount: number;
  state: 'planned' | 'told' | 'announced' | 'sent';
  reference: string | null;
  chargeAt: string | null;
}
type DropReason = 'paid' | 'changed' | 'ended' | 'paused' | 'late' | 'not-told' | 'off' | 'earlier';
const minute = 60_000;
const triedAgainAfter = 15 * minute;
const atOnce = 20;

const columns = sql`
  id as row, order_id as id, mandate_id as "mandateRow", instalment, due_on as "dueOn", amount, state, reference,
  charge_at as "chargeAt"`;
/** Leased, so that no other node runs the same step. */
const takeDue = (tx: Tx, now: Date): Promise<Charge[]> =>
  tx.rows<Charge>(sql`
    update mandate_charges set next_at = ${new Date(now.getTime() + triedAgainAfter)}
    where id in (select id from mandate_charges where next_at <= ${now} order by next_at, id limit ${atOnce} for no key update skip locked)
    returning ${columns}`);

async function drop(tx: Tx, m: Mandate, charge: Charge, reason: DropReason, now: Date): Promise<void> {
  await tx.run(sql`
    update mandate_charges set state = 'dropped', reason = ${reason}, next_at = null, changed_at = ${now} where id = ${charge.row}`);
  // With another amount it may be rescheduled, if there is time for a notice.
  if (reason === 'changed' || reason === 'paused' || reason === 'earlier')
    await tx.run(
      sql`update mandates set next_look_at = ${now} where id = ${m.row} and end_asked_at is null and state = 'active'`,
    );
  await noteCharge(tx, m, { amount: charge.amount, became: reason });
}

/** Orders by which the same instalment was presented before; each of them has to have failed. */
const earlierOf = (tx: Tx, charge: Charge): Promise<Due[]> =>
  tx.rows<Due>(sql`
    select t.id, t.gateway, t.amount, t.reference, t.source, t.state from mandate_charges g
    join payment_attempts t on t.id = g.order_id
    where g.mandate_id = ${charge.mandateRow} and g.instalment = ${charge.instalment} and g.id <> ${charge.row} order by g.id`);

/** Why a debit is no longer valid. */
async function against(
  tx: Tx,
  { sources, now }: { sources: Sources; now: Date },
  m: Mandate,
  charge: Charge,
): Promise<DropReason | undefined> {
  if (m.endAskedAt !== null || (m.state !== 'active' && m.state !== 'paused')) return 'ended';
  if (!m.isAllowed) return 'off';
  if (m.state === 'paused') return 'paused';
  // Its day has passed: a later debit would differ from the borrower's notice.
  if (!chargeAt(charge.dueOn, now, 0)) return 'late';
  // A failure may become a success; then nothing is debited again.
  const earlier = (await earlierOf(tx, charge)).map(({ state }) => state);
  if (earlier.includes('success')) return 'paid';
  if (earlier.some((state) => state !== 'failed')) return 'earlier';
  const term = m.terms.find(({ key }) => key === charge.instalment);
  const left = term ? leftOf(term, await openInstalments(tx, sources, m)) : 'changed';
  if (typeof left === 'number')
    return left === charge.amount && charge.amount <= m.most ? undefined : 'changed';
  return left;
}
const within = <T>(
  o: Charging,
  charge: Charge,
  work: (tx: Tx, m: Mandate, now: Date) => Promise<T>,
): Promise<T | undefined> =>
  o.database.transaction(async (tx) => {
    const m = await lockMandate(tx, charge.mandateRow);
    const is = await tx.one<{ state: string }>(
      sql`select state from mandate_charges where id = ${charge.row} for no key update`,
    );
    if (!m || is?.state !== charge.state) return undefined;
    const now = o.clock.now();
    const reason = await against(tx, { sources: o.sources, now }, m, charge);
    if (!reason) return work(tx, m, now);
    await drop(tx, m, charge, reason, now);
    return undefined;
  });

const later = (tx: Tx, row: number, at: Date | string): Promise<number> =>
  tx.run(sql`update mandate_charges set next_at = ${at} where id = ${row}`);

/** The notice a day before, by law: without it nothing is charged. */
const tell = (o: Charging, charge: Charge, noticeHours: number): Promise<unknown> =>
  within(o, charge, async (tx, m, now) => {
    if (!chargeAt(charge.dueOn, now, noticeHours)) return drop(tx, m, charge, 'late', now);
    const decision = await permit(tx, o.evaluate, { loanId: m.loanId, channel: 'message' }, { now });
    const until = decision?.refusal?.until ?? null;
    if (decision?.refusal && until !== null) return later(tx, charge.row, until);
    if (!decision || decision.refusal || m.mobile === null) {
      if (decision) await keepDecisions(tx, [decision], { now });
      return drop(tx, m, charge, 'not-told', now);
    }
    await keepDecisions(tx, [decision], { now });
    await o.send(tx, {
      loanId: m.loanId,
      channel: 'sms',
      to: m.mobile,
      text: borrowerMessages.autopayNotice({
        lender: m.lender,
        ending: m.loanNumber.slice(-4),
        amount: amountWords(charge.amount),
        day: dayText(charge.dueOn),
        url: `${o.publicUrl}/pay/autopay?q=${m.code}`,
      }),
      purpose: 'autopay-notice',
      userId: null,
      countedAt: now,
    });
    await tx.run(sql`
      update mandate_charges set state = 'told', told_at = ${now}, next_at = ${now}, changed_at = ${now},
        charge_at = ${chargeAt(charge.dueOn, now, noticeHours)} where id = ${charge.row}`);
    return noteCharge(tx, m, { amount: charge.amount, became: 'told' });
  });

const draftOf = (m: Mandate, charge: Charge): ChargeDraft => ({
  id: charge.id,
  amount: charge.amount,
  loanNumber: m.loanNumber,
  day: charge.dueOn,
  at: new Date(charge.chargeAt ?? charge.dueOn),
  mobile: m.mobile,
  reference: charge.reference,
});

/** The bank needs the same notice period as the borrower. */
async function announce(o: Charging, charge: Charge, autopay: Autopay): Promise<void> {
  const found = await within(o, charge, async (tx, m, now) => {
    const at = chargeAt(charge.dueOn, now, autopay.noticeHours);
    if (at) return { m, at };
    await drop(tx, m, charge, 'late', now);
    return undefined;
  });
  if (!found) return;
  const chargedAt = found.at.toISOString();
  const reference = await autopay.announce(found.m, draftOf(found.m, { ...charge, chargeAt: chargedAt }));
  const now = o.clock.now();
  await o.database.run(sql`
    update mandate_charges set state = 'announced', announced_at = ${now}, reference = ${reference}, charge_at = ${chargedAt},
      next_at = ${chargedAt}, changed_at = ${now} where id = ${charge.row} and state = 'told'`);
}

/**
 * Before a retry the gateway must confirm again that the earlier ones failed; the first report may have been premature.
 */
async function haveFailed(o: Charging, charge: Charge): Promise<boolean> {
  for (const due of await earlierOf(o.database, charge))
    if ((await askAbout(o, due)) !== 'failed') {
      await within(o, charge, (tx, m, now) => drop(tx, m, charge, 'earlier', now));
      return false;
    }
  return true;
}

/** The order is stored before the gateway call, once per instalment. */
const order = (o: Charging, charge: Charge): Promise<Mandate | undefined> =>
  within(o, charge, async (tx, m, now) => {
    await tx.run(sql`
      insert into payment_attempts (id, receipt_code, loan_id, account_id, source, gateway, amount, language, reference,
        created_at, changed_at, next_ask_at)
      select ${charge.id}, ${randomCode()}, m.loan_id, m.account_id, 'AUTOPAY', m.gateway, ${charge.amount}, m.language,
        ${charge.reference}, ${now}, ${now}, ${nextAsk(0, now)} from mandates m where m.id = ${m.row}`);
    await tx.run(sql`
      update mandate_charges set state = 'sent', sent_at = ${now}, changed_at = ${now},
        next_at = ${new Date(now.getTime() + triedAgainAfter)} where id = ${charge.row}`);
    await noteCharge(tx, m, { amount: charge.amount, became: 'sent' });
    return m;
  });

/** Sent, but the response was lost: resent while the gateway has no record and its day has not passed. */
async function sendAgain(o: Charging, charge: Charge, autopay: Autopay): Promise<void> {
  const is = await o.database.one<{ state: string }>(
    sql`select state from payment_attempts where id = ${charge.id}`,
  );
  const now = o.clock.now();
  if (is?.state !== 'initiated' || !chargeAt(charge.dueOn, now, 0))
    return void (await o.database.run(
      sql`update mandate_charges set next_at = null where id = ${charge.row}`,
    ));
  const m = await askMandate(o, charge.mandateRow);
  if (m?.state === 'active' && m.endAskedAt === null) await autopay.charge(m, draftOf(m, charge));
}

async function step(o: Charging, charge: Charge): Promise<unknown> {
  const mandate = await o.database.one<{ gateway: string }>(
    sql`select gateway from mandates where id = ${charge.mandateRow}`,
  );
  const autopay = mandate && (await o.gateways.named(mandate.gateway))?.autopay;
  if (!autopay) return undefined;
  if (charge.state === 'planned') return tell(o, charge, autopay.noticeHours);
  if (charge.state === 'told') return announce(o, charge, autopay);
  if (charge.state === 'sent') return sendAgain(o, charge, autopay);
  // Requires the gateway's state on that day, not at the start.
  if (chargeAt(charge.dueOn, o.clock.now(), 0)) await askMandate(o, charge.mandateRow);
  if (!(await haveFailed(o, charge))) return undefined;
  const m = await order(o, charge);
  return m && autopay.charge(m, draftOf(m, charge));
}

/** Answers how many charges went a step. */
export async function chargeDue(o: Charging, failed: (error: unknown) => void): Promise<number> {
  const due = await o.database.transaction((tx) => takeDue(tx, o.clock.now()));
  for (const charge of due) await step(o, charge).catch(failed);
  return due.length;
}
