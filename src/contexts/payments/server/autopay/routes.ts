import { watchersOf } from '#contexts/agency/server/visible.ts';
import { type Ask, type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { refuseContact } from '#contexts/contact/server/policy/contact-refusal.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { borrowerMessages } from '#contexts/messaging/text/en/borrower-messages.ts';
import { autopay } from '#contexts/payments/contract/autopay/autopay.ts';
import {
  type OfferFault,
  type Term,
  lastTryOn,
  mandateIsOver,
  termsOf,
} from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { untilText } from '#text/en/moments.ts';
import type { AccountOf, Gateway, Gateways } from '../gateways/port.ts';
import { latestOf, pageOfMandates } from './lists.ts';
import { type Sources, planOf } from './plan.ts';
import { askEnd, insertMandate, isAllowed, lockMandate, openOf } from './store.ts';

interface Parts {
  publicUrl: string;
  database: Database;
  gateways: Gateways;
  sources: Sources;
  evaluate: Evaluate;
  send: SendMessage;
}
/** As a payment link. */
const validFor = 72 * 3_600_000;

interface Payer extends AccountOf {
  mobile: string | null;
  loanNumber: string;
  lender: string;
  assigneeId: number | null;
  isPortfolioOn: boolean;
  isAllowed: boolean;
}
const payerOf = (tx: Tx, loanId: number): Promise<Payer | undefined> =>
  tx.one<Payer>(sql`
    select a.id as "accountId", a.gateway as "ownGateway", a.merchant_keys ->> a.gateway as "ownKeys",
      case when l.mobile ~ '^\\d{10}$' then l.mobile end as mobile, l.loan_number as "loanNumber", c.name as lender,
      l.assignee_id as "assigneeId", f.has_autopay as "isPortfolioOn", ${isAllowed} as "isAllowed"
    from loans l join clients c on c.id = l.client_id join portfolios f on f.id = l.portfolio_id
      left join payment_accounts a on a.id = l.payment_account_id and a.is_active
    where l.id = ${loanId}`);

interface Offer {
  /** No debits after it. */
  until: string;
  payer: Payer & { mobile: string };
  gateway: Gateway;
  source: 'settlement' | 'promises';
  terms: Term[];
}

const checkLoan = async ({ tx, actor }: Pick<Context, 'tx' | 'actor'>, loanId: number): Promise<void> => {
  if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
};

/** What would be offered, or why nothing is. */
async function offerOf(o: Parts, tx: Tx, loanId: number, now: Date): Promise<Offer | OfferFault> {
  const payer = await payerOf(tx, loanId);
  if (!payer?.isPortfolioOn) return 'off';
  if (!payer.isAllowed) return 'paid-off';
  const gateway = payer.accountId === null ? undefined : o.gateways.of(payer);
  if (!gateway?.autopay || payer.mobile === null) return 'no-gateway';
  if ((await openOf(tx, loanId)).length > 0) return 'has-one';
  const plan = await planOf(tx, o.sources, loanId);
  if (!plan) return 'no-plan';
  const terms = termsOf(plan.open, now, gateway.autopay.noticeHours);
  if (typeof terms === 'string') return terms;
  const agreed = plan.open.filter(({ key }) => terms.some((term) => term.key === key));
  const until = agreed.map(lastTryOn).toSorted().at(-1) ?? '';
  return { payer: { ...payer, mobile: payer.mobile }, gateway, source: plan.source, terms, until };
}

/** Requests a contact permit for the message; the decision is stored in either case. */
async function checkContact(o: Parts, context: Context, ask: Ask): Promise<void> {
  const { tx, actor, now } = context;
  const decision = await permit(tx, o.evaluate, ask, { now });
  if (!decision) throw new Failure('NOT_FOUND');
  const { refusal } = decision;
  if (refusal)
    await refuseContact(o.database, context, { ...decision, refusal }, { event: 'payment-links.blocked' });
  await keepDecisions(tx, [decision], { now, userId: actor.id });
}

/** Stored, and sent to the borrower. */
async function sendOffer(
  o: Parts,
  { tx, actor, now }: Context,
  { loanId, offer }: { loanId: number; offer: Offer },
): Promise<{ id: number; url: string }> {
  const { payer, gateway, source, terms, until } = offer;
  const code = randomCode();
  const url = `${o.publicUrl}/pay/autopay?q=${code}`;
  const openUntil = new Date(now.getTime() + validFor);
  const id = await insertMandate(tx, {
    orderId: randomCode(),
    code,
    loanId,
    accountId: payer.accountId,
    gateway: gateway.name,
    source,
    terms,
    until,
    userId: actor.id,
    now,
    openUntil,
  });
  const { text } = borrowerMessages.autopayOffer({
    lender: payer.lender,
    ending: payer.loanNumber.slice(-4),
    until: untilText(openUntil),
    url,
  });
  await o.send(tx, {
    loanId,
    channel: 'sms',
    to: payer.mobile,
    text,
    purpose: 'autopay-offer',
    userId: actor.id,
    countedAt: now,
  });
  return { id, url };
}

export function autopayRoutes(o: Parts): Route[] {
  async function makeOffer(loanId: number, context: Context): Promise<{ id: number; url: string }> {
    const { tx, actor, now, emit } = context;
    await checkLoan(context, loanId);
    await tx.run(sql`select from loans where id = ${loanId} for no key update`);
    const offer = await offerOf(o, tx, loanId, now);
    if (typeof offer === 'string') throw new Failure('AUTOPAY_NOT_OFFERED', { fault: offer });
    const { payer, source, terms } = offer;
    await checkContact(o, context, { loanId, channel: 'message', number: payer.mobile });
    const made = await sendOffer(o, context, { loanId, offer });
    emit('autopay.offered', {
      id: made.id,
      facts: { loanId, source, instalments: terms.length },
      to: await watchersOf(tx, [payer.assigneeId, actor.id]),
    });
    return made;
  }

  return implement(autopay, {
    list: (query, { tx, actor }) => pageOfMandates(tx, actor, query),
    async ofLoan({ loanId }, { tx, actor, now }) {
      await checkLoan({ tx, actor }, loanId);
      const mandate = await latestOf(tx, actor, { loanId, publicUrl: o.publicUrl });
      const offer = await offerOf(o, tx, loanId, now);
      return { mandate, fault: typeof offer === 'string' ? offer : null };
    },
    offer: ({ loanId }, context) => makeOffer(loanId, context),
    async end({ id }, { tx, actor, now, emit }) {
      const mandate = await lockMandate(tx, id);
      if (!mandate) throw new Failure('NOT_FOUND');
      await checkLoan({ tx, actor }, mandate.loanId);
      if (!mandateIsOver(mandate.state)) await askEnd(tx, id, 'staff', now);
      emit('autopay.ended', {
        id,
        facts: { loanId: mandate.loanId, by: 'staff' },
        to: await watchersOf(tx, [mandate.assigneeId, mandate.offeredBy]),
      });
      return { id };
    },
  });
}
