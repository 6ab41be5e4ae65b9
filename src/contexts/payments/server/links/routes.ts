import { canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import { Failure, type FieldFault } from '#kernel/contract/failure.ts';
import { paymentLinks } from '#contexts/payments/contract/pay/payment-links.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { type Ask, type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import { refuseContact } from '#contexts/contact/server/policy/contact-refusal.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { borrowerMessages } from '#contexts/messaging/text/en/borrower-messages.ts';
import { untilText } from '#text/en/moments.ts';
import { keepOptIn } from '#contexts/messaging/server/carriers/opt-ins.ts';
import type { LinkWithdrawn } from '../slots.ts';
import * as store from './store.ts';

const hours = 3_600_000;
/** G134 */
const validFor = 72 * hours;

interface Parts {
  publicUrl: string;
  send: SendMessage;
  evaluate: Evaluate;
  database: Database;
  withdrawn: () => readonly LinkWithdrawn[];
}

const wrong = (path: string, fault: FieldFault): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);
const numbered = (key: string): number => {
  if (!/^\d+$/.test(key)) throw new Failure('NOT_FOUND');
  return Number(key);
};

interface Asked {
  mobileNumber?: string;
  newNumber?: string;
  reason?: string;
  hasConsent?: boolean;
  channel: store.LinkChannel;
}
/** Recipient of the link: exactly one number (G132), and a new one only with a reason and consent. */
async function addressOf(tx: Tx, loan: store.LinkedLoan, asked: Asked): Promise<string> {
  const { mobileNumber, newNumber, reason, hasConsent, channel } = asked;
  if (channel === 'email') {
    if (!loan.email?.trim()) throw new Failure('NO_EMAIL_ADDRESS');
    return loan.email;
  }
  if (mobileNumber && newNumber) throw wrong('newNumber', 'invalid');
  if (mobileNumber) {
    const own = await store.ownNumber(tx, loan.id, canonicalPhone(mobileNumber).value ?? mobileNumber);
    if (!own) throw wrong('mobileNumber', 'unknown');
    return own;
  }
  if (!newNumber) throw wrong('mobileNumber', 'required');
  if (!reason) throw wrong('reason', 'required');
  if (!hasConsent) throw wrong('hasConsent', 'required');
  return newNumber;
}

/** Requests a contact permit for the message; the decision is stored in either case. */
async function checkContact({ evaluate, database }: Parts, context: Context, ask: Ask): Promise<void> {
  const { tx, actor, now } = context;
  const decision = await permit(tx, evaluate, ask, { now });
  if (!decision) throw new Failure('NOT_FOUND');
  const { refusal } = decision;
  if (refusal)
    await refuseContact(database, context, { ...decision, refusal }, { event: 'payment-links.blocked' });
  await keepDecisions(tx, [decision], { now, userId: actor.id });
}

export function paymentLinkRoutes(parts: Parts): Route[] {
  const { publicUrl, send } = parts;
  return implement(paymentLinks, {
    async generate({ loanId, amount = 0, channel = 'sms', isOptedIn = false, ...asked }, context) {
      const { tx, actor, now, emit } = context;
      const loan = await store.lockLinkedLoan(tx, actor, loanId);
      if (!loan) throw new Failure('NOT_FOUND');
      if (loan.accountId === null) throw new Failure('NO_PAYMENT_ACCOUNT');
      const to = await addressOf(tx, loan, { ...asked, channel });
      const number = channel === 'email' ? { contact: 'email' } : { number: to };
      await checkContact(parts, context, { loanId, channel: 'message', ...number });
      const code = randomCode();
      const expiresAt = new Date(now.getTime() + validFor);
      const url = store.urlOf(publicUrl, loan.path, code);
      const { subject, text } = borrowerMessages.link({
        name: loan.name,
        lender: loan.lender,
        ending: loan.loanNumber.slice(-4),
        url,
        until: untilText(expiresAt),
      });
      const message = {
        loanId,
        channel,
        to,
        text,
        subject,
        purpose: 'payment-link',
        userId: actor.id,
        countedAt: now,
      } as const;
      if (channel === 'whatsApp' && isOptedIn)
        await keepOptIn(tx, { mobile: to, loanId, userId: actor.id, now });
      const messageId = await send(tx, message);
      const wanted = amount > 0 ? amount : null;
      const isNewNumber = asked.newNumber !== undefined && channel !== 'email';
      const id = await store.insertCode(tx, {
        code,
        loanId,
        userId: actor.id,
        channel,
        messageId,
        amount: wanted,
        reason: isNewNumber ? (asked.reason ?? null) : null,
        now,
        expiresAt,
      });
      const facts = { loanId, amount: wanted, channel, isNewNumber };
      emit('payment-links.generated', { id, facts, to: await watchersOf(tx, [loan.assigneeId, actor.id]) });
      return found(await store.linkById(tx, id, { actor, publicUrl, now }));
    },
    async ofLoan({ loanId }, { tx, actor, now }) {
      return store.linksOf(tx, loanId, { actor, publicUrl, now });
    },
    async revoke({ id }, { tx, actor, now, emit }) {
      const asking = { actor, publicUrl, now };
      const { loanId } = found(await store.linkById(tx, numbered(id), asking));
      const linkId = numbered(id);
      const isWithdrawn = (await store.revokeCode(tx, linkId, now)) > 0;
      emit('payment-links.revoked', { id: linkId, facts: { loanId } });
      if (isWithdrawn)
        for (const hear of parts.withdrawn()) await hear(tx, { loanId, by: actor.id, now, emit });
      return found(await store.linkById(tx, numbered(id), asking));
    },
  });
}

function found(link: store.LinkRow | undefined): store.LinkRow {
  if (!link) throw new Failure('NOT_FOUND');
  return link;
}
