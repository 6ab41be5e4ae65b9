/** A lender's page: finding the loan, and beginning to pay; each step is a form that is sent and answered. */
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { asLoanNumber } from '#contexts/loans/server/search.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import type { PayPage } from '#contexts/payments/contract/pay/pay-pages.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { refuseForeignForm } from '#kernel/server/http/guard.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { type Site, paperOf, queryOf, wordsForLink } from './page-parts.ts';
import { loanOfLink } from '../links/borrower-links.ts';
import { findByNumber } from './lookup/lookup.ts';
import { resultQuery } from './result.ts';
import { type Order, beginPayment } from './routes.ts';
import { maskedName } from './rules.ts';
import * as store from './store.ts';
import { qrAddress, upiAddress } from './upi.ts';
import { foundToken, readToken } from '../links/token.ts';
import { send } from './views/frame.ts';
import { type PayView, type Shown, amountOf, payPage } from './views/pay-page.ts';
import { money } from './views/parts.ts';
import type { Spoken } from './views/words.ts';

const isOver = (error: unknown): boolean => error instanceof Failure && error.code === 'LINK_EXPIRED';

type Asked = Readonly<Record<string, string | undefined>>;
type Faults = PayView['faults'];

/** Visibility for the payer: everything with a link, and with a typed number only public facts. */
interface Known {
  loan: store.Payable;
  isDueKnown: boolean;
  isLink: boolean;
}
const shown = (signer: Signer, { loan, isDueKnown, isLink }: Known, amount: number): Shown => ({
  ...loan,
  upi:
    loan.upiId === null
      ? null
      : {
          id: loan.upiId,
          open: upiAddress({ ...loan, upiId: loan.upiId }, amount),
          picture: qrAddress(signer, { ...loan, upiId: loan.upiId }, amount),
        },
  borrowerName: isLink ? loan.borrowerName : maskedName(loan.borrowerName),
  principalOutstanding: isDueKnown ? loan.principalOutstanding : null,
  totalOutstanding: isDueKnown ? loan.totalOutstanding : null,
});
const rupeesText = (paise: number): string => (paise % 100 ? (paise / 100).toFixed(2) : String(paise / 100));

/** Page text of a failure; a bug is not a failure. */
function faultsOf(
  error: unknown,
  { say }: Spoken,
  most: number,
): Pick<PayView, 'faults' | 'isAbove' | 'work'> {
  if (!(error instanceof Failure)) throw error;
  const amount = error.fields.find(({ path }) => path === 'amount');
  const isAbove = error.code === 'AMOUNT_ABOVE_DUE';
  if (isAbove) return { faults: { amount: say.above }, isAbove };
  if (amount) {
    const isBig = amount.fault === 'too_big';
    return { faults: { amount: isBig ? say.tooMuch(money(most)) : say.needAmount }, isAbove };
  }
  const { work } = error.facts;
  const words: Readonly<Record<string, Faults>> = {
    LOAN_UNKNOWN: { loanNumber: say.unknown },
    LINK_EXPIRED: { page: say.expired },
    TOO_MANY_REQUESTS: work === undefined ? { page: say.tooMany } : { last4: say.proof },
    NO_GATEWAY: { page: say.noGateway },
  };
  return { faults: words[error.code] ?? { page: say.broke }, isAbove, ...(work && { work: String(work) }) };
}

/** What one lender's page does with the loans of that lender. */
function lenderPage(page: PayPage, o: Site) {
  const begin = (loan: store.Payable, order: Order): Promise<string> =>
    o.database.transaction(async (tx) => {
      const events = eventLog(null, null);
      const way = await beginPayment(o, loan, order, { tx, now: o.clock.now(), emit: events.emit });
      await events.flush(tx, ['payments']);
      return way;
    });
  return {
    begin,
    view: (words: Spoken, more: Partial<PayView>): PayView => ({
      words,
      page,
      year: o.thisYear(),
      typed: { loanNumber: '', last4: '', amount: '' },
      faults: {},
      isAbove: false,
      origins: o.gateways.origins,
      ...more,
    }),
    ofKnown(known: Known, typed: PayView['typed']): Partial<PayView> {
      const loan = shown(o.signer, known, amountOf(typed.amount));
      if (known.isLink) return { loan };
      const token = foundToken(o.signer, known.loan, known.isDueKnown, o.clock.now());
      // The mobile of the loan allows a complaint without a link.
      return { loan, token, ...(known.isDueKnown && { rights: token }) };
    },
    /** The loan of a link, if it is one of this lender's. */
    async linked(q: string): Promise<Known> {
      const loan = await store.payableByCode(o.database, q, o.clock.now());
      if (loan.path !== page.path) throw new Failure('LOAN_UNKNOWN');
      return { loan, isDueKnown: true, isLink: true };
    },
    async found(asked: Asked, request: FastifyRequest): Promise<Known> {
      const token = readToken(o.signer, asked.token ?? '', o.clock.now());
      if (token && token.path === page.path) {
        const loan = await store.payableByNumber(o.database, token.loanNumber, page.path);
        if (loan) return { loan, isDueKnown: token.isDueKnown, isLink: false };
      }
      const { loanNumber = '', last4, work } = asked;
      const number = asLoanNumber(loanNumber).slice(0, 60);
      const found = await findByNumber(o, o.database, {
        loanNumber: number,
        path: page.path,
        request,
        last4: last4 ? plainText(last4) : undefined,
        work,
      });
      return { ...found, isLink: false };
    },
  };
}
type Lender = ReturnType<typeof lenderPage>;

const typedIn = (asked: Asked): PayView['typed'] => ({
  loanNumber: asked.loanNumber?.slice(0, 60) ?? '',
  last4: asked.last4?.slice(0, 4) ?? '',
  amount: asked.amount?.trim().slice(0, 12) ?? '',
});

/** Result of a submitted form: redirect, or the page with errors. */
async function answer(
  lender: Lender,
  asked: Asked,
  { words, request }: { words: Spoken; request: FastifyRequest },
): Promise<{ go: string } | { view: PayView; isFault: boolean }> {
  const { q, step } = asked;
  const typed = typedIn(asked);
  let known: Known | undefined;
  const page = (faults: Faults, more: Partial<PayView> = {}) =>
    lender.view(words, { q, typed, faults, ...more, ...(known && lender.ofKnown(known, typed)) });
  try {
    known = q === undefined ? await lender.found(asked, request) : await lender.linked(q);
    const isWrong = !known.isLink && Boolean(asked.last4) && !known.isDueKnown;
    if (step !== 'pay')
      return { view: page(isWrong ? { last4: words.say.digitsWrong } : {}), isFault: false };
    const amount = typedPaise(typed.amount);
    if (amount === undefined)
      return {
        view: page({ amount: typed.amount ? words.say.wrongAmount : words.say.needAmount }),
        isFault: true,
      };
    const order: Order = {
      amount,
      source: known.isLink ? 'PAYMENT_LINK' : 'DIRECT_FROM_SITE',
      language: words.language,
      isSure: asked.isSure === '1',
      isDueKnown: known.isDueKnown,
    };
    return { go: await lender.begin(known.loan, order) };
  } catch (error) {
    const { faults, ...more } = faultsOf(error, words, known?.loan.most ?? 0);
    return { view: page(faults, { ...more, isKnown: isOver(error) }), isFault: true };
  }
}

export function addLenderPage(app: FastifyInstance, page: PayPage, o: Site): void {
  const url = `/pay/${page.path}`;
  const config = { endpoint: 'pay.page' };
  const lender = lenderPage(page, o);

  app.get(url, { config }, async (request, reply) => {
    const { q } = queryOf(request);
    const words = await wordsForLink(o, q ?? '', request, reply);
    if (q === undefined) return send(reply, payPage(lender.view(words, {})));
    try {
      const known = await lender.linked(q);
      const { codeId, amount } = known.loan;
      if (codeId !== null) await store.noteOpened(o.database, codeId, o.clock.now());
      const typed = { loanNumber: '', last4: '', amount: amount ? rupeesText(amount) : '' };
      return await send(reply, payPage(lender.view(words, { q, typed, ...lender.ofKnown(known, typed) })));
    } catch (error) {
      // A link that was paid shows its receipt instead of asking for another payment.
      const paid = isOver(error) ? await store.attemptByCode(o.database, q, page.path) : undefined;
      if (paid)
        return reply.redirect(
          `/payment/response?${resultQuery(paid, o.signer)}&${new URLSearchParams({ q })}`,
          303,
        );
      const paper = isOver(error)
        ? await paperOf(o.papers(), (one) => one.ofLink(o.database, q, words))
        : undefined;
      const { faults, ...more } = faultsOf(error, words, 0);
      // Also if the account or the client of the link is inactive.
      const isKnown = isOver(error) || (await loanOfLink(o.database, q, o.links())) !== undefined;
      return send(
        reply,
        payPage(lender.view(words, { q, isKnown, ...more, faults: paper ? {} : faults, paper })),
      );
    }
  });

  app.post(url, { config }, async (request, reply) => {
    refuseForeignForm(request);
    const asked: Asked = Object.fromEntries(new URLSearchParams(String(request.body)));
    const words = await wordsForLink(o, asked.q ?? '', request, reply);
    const done = await answer(lender, asked, { words, request });
    if ('go' in done) return reply.redirect(done.go, 303);
    return send(reply, payPage(done.view), done.isFault ? 422 : 200);
  });
}
