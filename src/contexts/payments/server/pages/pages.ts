/** The public payment pages: rendered on the server, usable without JavaScript, never cached. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import { payPageOf, payPages } from '#contexts/payments/contract/pay/pay-pages.ts';
import { qrPicture } from '#kernel/server/http/pages/qr.ts';
import { cashByCode } from '../cash/check.ts';
import { addLenderPage } from './lender-page.ts';
import { isGuessing } from './lookup/lookup-store.ts';
import { type PageParts, type Site, paperOf, queryOf, wordsFor } from './page-parts.ts';
import { receiptOf, recordBehind } from './result.ts';
import { maskedName } from './rules.ts';
import * as store from './store.ts';
import { qrText } from './upi.ts';
import { amountInWords } from './views/amount-words.ts';
import { send } from './views/frame.ts';
import { type Checked, resultPage, selectorPage, verifyPage } from './views/other-pages.ts';
import { spoken } from './views/words.ts';

export function addPages(app: FastifyInstance, o: PageParts): void {
  const wordsOf: Site['wordsOf'] = (request, reply) => wordsFor(request, reply, o.isSecure);
  const site: Site = { ...o, wordsOf, thisYear: () => o.clock.now().getUTCFullYear() };
  addSelector(app, site);
  for (const page of payPages) addLenderPage(app, page, site);
  addPictures(app, site);
  addResult(app, site);
  addVerify(app, site);
}

function addSelector(app: FastifyInstance, { wordsOf, thisYear }: Site): void {
  app.get('/pay', { config: { endpoint: 'pay.selector' } }, async (request, reply) => {
    const { q, client } = queryOf(request);
    const page = client === undefined ? undefined : payPageOf(client);
    if (page) return reply.redirect(`/pay/${page.path}${q ? `?${new URLSearchParams({ q })}` : ''}`, 303);
    const view = { q, isMissing: client !== undefined, year: thisYear() };
    return send(reply, selectorPage(wordsOf(request, reply), view));
  });
}

/** Updates during amount input: its text and its QR code. */
function addPictures(app: FastifyInstance, { wordsOf, signer }: Site): void {
  app.get('/pay/words', { config: { endpoint: 'pay.words' } }, async (request, reply) => {
    const { amount = '' } = queryOf(request);
    const paise = typedPaise(amount) ?? 0;
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(amountInWords(paise, wordsOf(request, reply).language));
  });

  app.get('/pay/qr', { config: { endpoint: 'pay.qr' } }, async (request, reply) => {
    // Draws signed texts of our pages only: otherwise this URL could show a QR code for another payee.
    const text = qrText(signer, queryOf(request));
    if (text === undefined || text.length > 600) throw new Failure('BAD_REQUEST');
    return reply.header('Cache-Control', 'no-store').type('image/svg+xml').send(qrPicture(text));
  });
}

function addResult(app: FastifyInstance, { wordsOf, thisYear, ...o }: Site): void {
  app.get('/payment/response', { config: { endpoint: 'pay.result' } }, async (request, reply) => {
    const query = queryOf(request);
    const record = await recordBehind(o.database, query, o.signer);
    const chosen = wordsOf(request, reply);
    const words = record && query.lang === undefined ? spoken(record.language) : chosen;
    const { lang: _lang, ...kept } = query;
    const link = record?.status === 'success' ? record.code : null;
    const view = {
      receipt: record && receiptOf(record),
      path: record?.path ?? null,
      hasSeconds: query.exact === '1',
      paper:
        link === null ? undefined : await paperOf(o.papers(), (one) => one.ofLink(o.database, link, words)),
      // For link users only: this page may be shared, and its URL does not contain the link.
      q: query.q !== undefined && query.q === record?.code ? query.q : undefined,
      year: thisYear(),
      // What is not verified is not repeated anywhere.
      kept: record ? kept : {},
    };
    return send(reply, resultPage(words, view));
  });
}

function addVerify(app: FastifyInstance, { wordsOf, thisYear, ...o }: Site): void {
  app.get('/pay/verify', { config: { endpoint: 'pay.verify' } }, (request, reply) => {
    const { code = '' } = queryOf(request);
    return checked(request, reply, code.trim());
  });
  // A short address for each of the two kinds of receipt; either finds both.
  for (const path of ['/pay/verify/:code', '/pay/receipt/:code'])
    app.get(path, { config: { endpoint: 'pay.verify' } }, (request, reply) =>
      checked(request, reply, (request.params as { code: string }).code),
    );
  async function checked(request: FastifyRequest, reply: FastifyReply, code: string) {
    const words = wordsOf(request, reply);
    const paper = code ? await paperOf(o.papers(), (one) => one.check(o.database, code, words)) : undefined;
    const found = paper ?? (await foundBy(code, request.ip));
    return send(reply, verifyPage(words, { code, found, year: thisYear() }));
  }
  async function foundBy(code: string, ip: string): Promise<Checked> {
    if (!code) return 'unasked';
    const record = await store.attemptByReceipt(o.database, code);
    if (record?.status === 'success' || record?.status === 'reversed')
      return { ...receiptOf(record), borrowerName: maskedName(record.borrowerName) };
    const cash = record ? undefined : await cashByCode(o.database, code);
    if (cash) return { ...cash, borrowerName: maskedName(cash.borrowerName) };
    return (await isGuessing(o.database, ip, 'receipt')) ? 'slow' : 'unknown';
  }
}
