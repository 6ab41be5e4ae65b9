/** Where a borrower reads what would be charged and when, agrees to it at the gateway, and stops it: without a script. */
import { dayText } from '#kernel/contract/india.ts';
import type { FastifyInstance } from 'fastify';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { ChargeWord } from '#contexts/payments/contract/autopay/autopay.ts';
import { mandateIsOver, registrationAmount } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { nextAsk } from '#contexts/payments/contract/pay/order-rules.ts';
import { autopayPageText } from '#contexts/payments/text/en/autopay-page.ts';
import { autopayPageHindi } from '#contexts/payments/text/hi/autopay-page.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { refuseForeignForm } from '#kernel/server/http/guard.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Way } from '../gateways/port.ts';
import { countCode } from '../pages/lookup/lookup-store.ts';
import { type PageParts, queryOf, wordsFor } from '../pages/page-parts.ts';
import { maskedName } from '../pages/rules.ts';
import { onTheWay } from '../pages/views/on-the-way.ts';
import { send } from '../pages/views/frame.ts';
import { foot, head, money, rightsLinks } from '../pages/views/parts.ts';
import type { Spoken } from '../pages/views/words.ts';
import { type Charged, chargesOf } from './charges.ts';
import { type Mandate, askEnd, lockMandate, mandateByCode, mandateByOrder } from './store.ts';

type Parts = PageParts & { publicUrl: string };
const wordsIn = ({ language }: Spoken) => (language === 'hi' ? autopayPageHindi : autopayPageText);

const isOpen = (m: Mandate, now: Date): boolean =>
  m.state === 'offered' && m.endAskedAt === null && m.isAllowed && new Date(m.openUntil) > now;

const isOnItsWay = new Set<ChargeWord>(['planned', 'told', 'announced', 'sent']);

function bodyOf(words: Spoken, m: Mandate, charges: readonly Charged[], now: Date): Html {
  const say = wordsIn(words);
  const plan = m.terms.map(({ key, dueOn, amount }) => {
    const charge = charges.findLast(({ instalment }) => instalment === key);
    const word = charge && say.charges[charge.became];
    const isAgain = charge && charge.dueOn !== dueOn && isOnItsWay.has(charge.became);
    const became = isAgain ? say.again(dayText(charge.dueOn)) : word;
    return html`<p>
      <b>${money(amount)}</b> · ${dayText(dueOn)}${became !== undefined && html` · ${became}`}
    </p>`;
  });
  const who = html`<p class="soft">${maskedName(m.borrower)} · ${m.loanNumber}</p>`;
  const hidden = html`<input type="hidden" name="q" value="${m.code}" />`;
  const rules = say
    .rules({
      lender: m.lender,
      most: money(m.most),
      first: money(registrationAmount),
      again: m.tries - 1,
      until: dayText(m.until),
    })
    .map((line) => html`<p>${line}</p>`);
  if (isOpen(m, now))
    return html`<form class="card" method="post">
      <p>${say.about(m.lender)}</p>
      ${who}${plan}${rules}${hidden}<button class="main" name="step" value="accept">${say.accept}</button>
    </form>`;
  const shown = m.endAskedAt === null ? m.state : m.state === 'revoked' ? 'revoked' : 'ending';
  const state = html`<p role="status" class="${m.state === 'active' ? 'success' : 'bad'}">
    ${say.states[shown === 'offered' ? 'withdrawn' : shown]}
  </p>`;
  const isRunning = !mandateIsOver(m.state) && m.endAskedAt === null && m.state !== 'offered';
  return html`<form class="card" method="post">
    ${state}${who}${plan}${isRunning && html`${rules}${hidden}`}${
      m.state === 'registering' &&
      m.endAskedAt === null &&
      html`<a class="go main" href="/pay/autopay/go/${m.id}">${say.goOn}</a>`
    }${isRunning && html`<button class="link" name="step" value="stop">${say.stop}</button>`}
  </form>`;
}

/** Guesses are counted by network, as those of payment links are. */
async function found(o: Parts, code: string | undefined, ip: string): Promise<Mandate> {
  const m = code === undefined ? undefined : await mandateByCode(o.database, code);
  if (m) return m;
  await countCode(o.database, ip, 'code');
  throw new Failure('NOT_FOUND');
}

async function note(tx: Tx, m: Mandate, type: 'accepted' | 'ended'): Promise<void> {
  const events = eventLog(null, null);
  const to = await watchersOf(tx, [m.assigneeId, m.offeredBy]);
  const { loanId, row: id } = m;
  if (type === 'ended') events.emit('autopay.ended', { id, facts: { loanId, by: 'borrower' }, to });
  else events.emit('autopay.changed', { id, facts: { loanId, before: 'offered', after: 'registering' }, to });
  await events.flush(tx, ['loans']);
}

/** Stored before the gateway call; the registration debit is an ordinary order. */
const accept = (o: Parts, row: number, language: string): Promise<Mandate | undefined> =>
  o.database.transaction(async (tx) => {
    const now = o.clock.now();
    const m = await lockMandate(tx, row);
    if (!m || !isOpen(m, now)) return undefined;
    await tx.run(sql`
      update mandates set state = 'registering', accepted_at = ${now}, language = ${language}, changed_at = ${now},
        next_ask_at = ${nextAsk(2, now)} where id = ${row}`);
    await tx.run(sql`
      insert into payment_attempts (id, receipt_code, loan_id, account_id, source, gateway, amount, language, created_at,
        changed_at, next_ask_at)
      select order_id, ${randomCode()}, loan_id, account_id, 'AUTOPAY', gateway, ${registrationAmount}, language, ${now}, ${now},
        ${nextAsk(2, now)} from mandates where id = ${row}`);
    await note(tx, m, 'accepted');
    return m;
  });
const stop = (o: Parts, row: number): Promise<void> =>
  o.database.transaction(async (tx) => {
    const m = await lockMandate(tx, row);
    if (!m || mandateIsOver(m.state)) return;
    await askEnd(tx, row, 'borrower', o.clock.now());
    await note(tx, m, 'ended');
  });

/** Consent URL of the payer, requested from the gateway outside of any transaction. */
async function wayOf(o: Parts, m: Mandate): Promise<Way | undefined> {
  const gateway = await o.gateways.named(m.gateway);
  const way = await gateway?.autopay?.register({
    id: m.id,
    most: m.most,
    from: m.terms[0]?.dueOn ?? m.until,
    until: m.until,
    loanNumber: m.loanNumber,
    mobile: m.mobile,
    returnUrl: `${o.publicUrl}/pay/return/${m.gateway}/${m.id}`,
  });
  const reference = way?.reference;
  if (reference !== undefined)
    await o.database.transaction(async (tx) => {
      await tx.run(
        sql`update mandates set reference = coalesce(reference, ${reference}) where order_id = ${m.id}`,
      );
      await tx.run(
        sql`update payment_attempts set reference = coalesce(reference, ${reference}) where id = ${m.id}`,
      );
    });
  return way;
}

const config = { endpoint: 'pay.autopay' };
const pageAt = (m: Mandate): string => `/pay/autopay?${new URLSearchParams({ q: m.code })}`;

export function addMandatePage(app: FastifyInstance, o: Parts): void {
  const shown = async (words: Spoken, m: Mandate) => ({
    words,
    title: wordsIn(words).title,
    body: html`${head(words, m.lender, { q: m.code })}
      <main>
        <h1>${wordsIn(words).title}</h1>
        ${bodyOf(words, m, await chargesOf(o.database, m.row), o.clock.now())}${rightsLinks(words, m.code)}
      </main>
      ${foot(words, undefined, o.clock.now().getUTCFullYear())}`,
  });
  app.get('/pay/autopay', { config }, async (request, reply) => {
    const words = wordsFor(request, reply, o.isSecure);
    return send(reply, await shown(words, await found(o, queryOf(request)['q'], request.ip)));
  });
  app.post('/pay/autopay', { config }, async (request, reply) => {
    refuseForeignForm(request);
    const words = wordsFor(request, reply, o.isSecure);
    const said = new URLSearchParams(String(request.body));
    const m = await found(o, said.get('q') ?? undefined, request.ip);
    if (said.get('step') === 'stop') await stop(o, m.row);
    else if (await accept(o, m.row, words.language)) return reply.redirect(`/pay/autopay/go/${m.id}`, 303);
    return reply.redirect(pageAt(m), 303);
  });
  app.get('/pay/autopay/go/:id', { config }, async (request, reply) => {
    const words = wordsFor(request, reply, o.isSecure);
    const m = await mandateByOrder(o.database, (request.params as { id: string }).id);
    if (!m || m.state === 'offered') throw new Failure('NOT_FOUND');
    if (m.state !== 'registering' || m.endAskedAt !== null) return reply.redirect(pageAt(m), 303);
    const way = await wayOf(o, m).catch((error: unknown) => {
      request.log.warn({ err: error }, 'gateway not reached');
      return undefined;
    });
    if (!way) return send(reply, onTheWay({ words, again: request.url }), 503);
    if (!way.fields) return reply.redirect(way.url, 303);
    return send(reply, onTheWay({ words, way: { url: way.url, fields: way.fields } }));
  });
}
