/** Where a borrower reads and accepts a settlement: written by the server, without a script. */
import { dayText } from '#kernel/contract/india.ts';
import type { FastifyInstance } from 'fastify';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { type Requester, requesterOf } from '#contexts/payments/server/pages/one-time-code.ts';
import { isGuessing } from '#contexts/payments/server/pages/lookup/lookup-store.ts';
import { queryOf, wordsFor } from '#contexts/payments/server/pages/page-parts.ts';
import { maskedName } from '#contexts/payments/server/pages/rules.ts';
import { send as sendPage } from '#contexts/payments/server/pages/views/frame.ts';
import {
  codeField,
  foot,
  head,
  hidden,
  money,
  rightsLinks,
} from '#contexts/payments/server/pages/views/parts.ts';
import type { Spoken } from '#contexts/payments/server/pages/views/words.ts';
import { offerPageText, termsVersion } from '#contexts/settlements/text/en/offer-page.ts';
import { offerPageHindi } from '#contexts/settlements/text/hi/offer-page.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { refuseForeignForm } from '#kernel/server/http/guard.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { type EventLog, eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { sql } from '#kernel/server/database/sql.ts';
import {
  type OpenOffer,
  accept,
  loanOfOffer,
  lockOffered,
  offerCode,
  openOffer,
  sendOfferCode,
} from './code.ts';

interface PageDeps {
  database: Database;
  clock: Clock;
  isSecure: boolean;
  send: SendMessage;
  safe: Safe;
}
const wordsIn = ({ language }: Spoken) => (language === 'hi' ? offerPageHindi : offerPageText);

/** Terms accepted by the borrower, row by row: stored with the acceptance as shown. */
const linesOf = (words: Spoken, o: OpenOffer): string[] =>
  wordsIn(words).lines({
    lender: o.lender,
    loanNumber: o.loanNumber,
    amount: money(o.amount),
    outstanding: money(o.outstanding),
    graceDays: o.graceDays,
    counted: o.counted && { received: money(o.counted.received), since: dayText(o.counted.since) },
    instalments: o.instalments.map(({ dueOn, amount }) => ({ day: dayText(dueOn), amount: money(amount) })),
  });

interface Shown {
  words: Spoken;
  q: string;
  offer: OpenOffer | undefined;
  /** True if the link was sent to a borrower, also without an open offer: complaint and borrower portal remain open. */
  isKnown: boolean;
  /** Terms read with a valid code. */
  otp?: string | undefined;
  isSent?: boolean;
  isDone?: boolean;
  fault?: string | undefined;
}

function bodyOf({ words, q, offer, otp, isSent, isDone, fault }: Shown): Html {
  const say = wordsIn(words);
  if (!offer)
    return html`<section class="card"><p class="bad" role="alert">${fault ?? say.closed}</p></section>`;
  if (isDone)
    return html`<section class="card">
      <p class="success" role="status">${say.accepted}</p>
      ${linesOf(words, offer).map((line) => html`<p>${line}</p>`)}
    </section>`;
  const wrong = fault !== undefined && html`<p class="bad" role="alert">${fault}</p>`;
  if (otp !== undefined)
    return html`<form class="card" method="post">
      <h2>${say.terms}</h2>
      <b class="due">${money(offer.amount)}</b>
      ${linesOf(words, offer).map((line) => html`<p>${line}</p>`)}${hidden('q', q)}${hidden('code', otp)}<button
        class="main"
        name="step"
        value="accept"
      >
        ${say.accept}
      </button>
    </form>`;
  const code = html`${codeField(say.code)}<button class="main" name="step" value="terms">
      ${say.show}
    </button>`;
  const first = html`<p class="soft">${say.codeGoes}</p>`;
  const ask = html`<button class="${isSent ? 'link' : 'main'}" name="step" value="send">
    ${say.sendCode}
  </button>`;
  return html`<form class="card" method="post" novalidate>
    <p>${say.about(offer.lender)}</p>
    <p class="soft">${maskedName(offer.borrower)} · ${offer.loanNumber}</p>
    ${wrong}${hidden('q', q)}${
      isSent
        ? html`<p role="status">${say.sent}</p>
            ${code}`
        : first
    }${ask}
  </form>`;
}

export async function addOfferPage(app: FastifyInstance, o: PageDeps): Promise<void> {
  const pageOf = (shown: Shown) => ({
    words: shown.words,
    title: wordsIn(shown.words).title,
    body: html`${head(shown.words, shown.offer?.lender ?? 'Recoup', { q: shown.q })}
      <main>
        <h1>${wordsIn(shown.words).title}</h1>
        ${bodyOf(shown)}${shown.isKnown && rightsLinks(shown.words, shown.q)}
      </main>
      ${foot(shown.words, undefined, o.clock.now().getUTCFullYear())}`,
  });
  const isTooMany = (ip: string): Promise<boolean> => isGuessing(o.database, ip);
  const within = <T>(work: (tx: Tx, events: EventLog) => Promise<T>): Promise<T> =>
    o.database.transaction(async (tx) => {
      const events = eventLog(null, null);
      const done = await work(tx, events);
      await events.flush(tx, ['settlements']);
      return done;
    });

  type Said = Readonly<Record<string, string | undefined>>;
  /** One step of the form; what is shown after it. */
  const step = (words: Spoken, said: Said, from: Requester): Promise<Shown> =>
    within(async (tx, events) => {
      const now = o.clock.now();
      const q = said['q'] ?? '';
      await lockOffered(tx, q);
      const offer = await openOffer(tx, q, now);
      const shown: Shown = { words, q, offer, isKnown: (await loanOfOffer(tx, q)) !== undefined };
      if (!offer) return shown;
      const say = wordsIn(words);
      const facts = { loanId: offer.loanId };
      const note = (became: string): void =>
        events.emit('settlements.offer', { id: offer.id, facts: { ...facts, became }, to: [] });
      if (said['step'] === 'send') {
        const sent = await sendOfferCode(tx, o, { offer, from, now });
        note(sent);
        return { ...shown, isSent: true, fault: sent === 'sent' ? undefined : say[sent] };
      }
      const otp = (said['code'] ?? '').trim();
      const codeMac = await offerCode(tx, o.safe, { offer, otp, from, now });
      if (codeMac === undefined) {
        note('refused');
        return { ...shown, isSent: true, fault: say.wrong };
      }
      if (said['step'] !== 'accept') return { ...shown, otp };
      const language = words.language === 'hi' ? 'hi' : 'en';
      const terms = linesOf(words, offer).join('\n');
      const kept = await accept(tx, { offer, now, language, version: termsVersion, terms, codeMac });
      await tx.run(sql`
        insert into settlement_steps (settlement_id, side, status)
        select ${offer.id}, side, 'Plan accepted' from unnest(array['collection', 'client']) side`);
      await tx.run(sql`insert into settlement_queue (loan_id) values (${offer.loanId})`);
      events.emit('settlements.offer', {
        id: offer.id,
        facts: {
          ...facts,
          became: 'accepted',
          version: termsVersion,
          channel: 'sms',
          agreement: kept.version,
          hash: kept.hash,
        },
        to: await watchersOf(tx, [offer.assigneeId, offer.userId]),
      });
      return { ...shown, isDone: true };
    });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_, body, done) =>
      done(null, body),
    );
    const config = { endpoint: 'settlements.page' };
    scope.get('/pay/settlement', { config }, async (request, reply) => {
      const words = wordsFor(request, reply, o.isSecure);
      const q = queryOf(request)['q'] ?? '';
      const offer = await o.database.transaction((tx) => openOffer(tx, q, o.clock.now()));
      const isKnown = (await loanOfOffer(o.database, q)) !== undefined;
      const fault = !offer && (await isTooMany(request.ip)) ? words.say.tooMany : undefined;
      return sendPage(reply, pageOf({ words, q, offer, isKnown, fault }), offer ? 200 : 404);
    });
    scope.post('/pay/settlement', { config }, async (request, reply) => {
      refuseForeignForm(request);
      const words = wordsFor(request, reply, o.isSecure);
      const said: Said = Object.fromEntries(new URLSearchParams(String(request.body)));
      const remember = said['step'] === 'send' ? { reply, isSecure: o.isSecure } : undefined;
      const shown = await step(words, said, requesterOf(request, remember));
      const isRefused = shown.fault !== undefined || !shown.offer;
      const isOver = isRefused && (await isTooMany(request.ip));
      const page = isOver ? { ...shown, fault: words.say.tooMany } : shown;
      return sendPage(reply, pageOf(page), !shown.offer ? 404 : isRefused ? 422 : 200);
    });
  });
}
