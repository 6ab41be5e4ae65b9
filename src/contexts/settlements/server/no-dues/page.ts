/**
 * Complete no-dues letter under its key, and its public parts on the payment pages: server-rendered, without a script.
 */
import { dayText } from '#kernel/contract/india.ts';
import type { FastifyInstance } from 'fastify';
import { countCode } from '#contexts/payments/server/pages/lookup/lookup-store.ts';
import { wordsFor } from '#contexts/payments/server/pages/page-parts.ts';
import { maskedName } from '#contexts/payments/server/pages/rules.ts';
import { type Page, send as sendPage } from '#contexts/payments/server/pages/views/frame.ts';
import { signs } from '#contexts/payments/server/pages/views/logos.ts';
import { foot, head, money } from '#contexts/payments/server/pages/views/parts.ts';
import type { Spoken } from '#contexts/payments/server/pages/views/words.ts';
import type { PaidPaper } from '#contexts/payments/server/slots.ts';
import { filledIn } from '#contexts/lenders/contract/rules/no-dues-rules.ts';
import { noDuesPageText } from '#contexts/settlements/text/en/no-dues-page.ts';
import { noDuesPageHindi } from '#contexts/settlements/text/hi/no-dues-page.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { type Clock, businessDay } from '#kernel/server/operation/clock.ts';
import { type WholeLetter, letterAt, letterByCode, letterByKey, letterByLink } from './store.ts';

const wordsOf = ({ language }: Spoken) => (language === 'hi' ? noDuesPageHindi : noDuesPageText);
const dayOf = (moment: string): string => dayText(businessDay(new Date(moment)));
/** The last digits of a short number reveal too much. */
const ending = (number: string): string => (number.length > 4 ? `…${number.slice(-4)}` : '…');
/** Grouped for reading aloud; spaces are ignored in input. */
const inGroups = (code: string): string => (code.match(/.{1,5}/g) ?? []).join(' ');
const line = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

/** The lender's text at issue, else the default. */
function linesOf(words: Spoken, o: WholeLetter): string[] {
  const facts = { ...o, paid: money(o.paid), paidOn: dayText(o.paidOn).replaceAll('-', '\u2011') };
  if (!o.words) return wordsOf(words)[o.isSettled ? 'settled' : 'full'](facts);
  const { borrower, loanNumber: loan, lender, number } = o;
  return filledIn(o.words, { borrower, loan, lender, number, amount: facts.paid, day: facts.paidOn }).split(
    /\n+/,
  );
}

const state = (words: Spoken, { revokedAt }: WholeLetter, level: 'h1' | 'h2'): Html => {
  const say = wordsOf(words);
  const title = revokedAt === null ? say.holds : say.gone;
  return html`<div class="state ${revokedAt === null ? 'success' : 'failed'}">
      ${revokedAt === null ? signs.success : signs.failed}${level === 'h1' ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    </div>
    ${revokedAt !== null && html`<p class="bad">${say.goneAbout(dayOf(revokedAt))}</p>`}`;
};

function letterBody(words: Spoken, o: WholeLetter, address: string): Html {
  const say = wordsOf(words);
  // A revoked letter is clearly marked.
  if (o.revokedAt !== null)
    return html`<section class="card">
      ${state(words, o, 'h1')}
      <dl>${line(say.number, o.number)}${line(say.lender, o.lender)}</dl>
    </section>`;
  return html`<h1>${say.title}</h1>
    <section class="card">
      ${linesOf(words, o).map((text) => html`<p>${text}</p>`)}
      <dl>
        ${line(say.number, o.number)}${line(say.issued, dayOf(o.issuedAt))}${line(say.lender, o.lender)}${line(say.loan, o.loanNumber)}${line(say.borrower, o.borrower)}${line(say.paid, money(o.paid))}${line(say.paidOn, dayText(o.paidOn))}${line(say.code, inGroups(o.code))}
      </dl>
      <p class="soft">${say.check(address)}</p>
      <button type="button" class="main" data-print>${say.print}</button>
    </section>`;
}

/** Verification shows only the printed content: the name is masked. */
export const checkedLetter: PaidPaper['check'] = async (tx, code, words) => {
  const letter = await letterByCode(tx, code);
  if (!letter) return undefined;
  const say = wordsOf(words);
  return html`<section class="card">
    ${state(words, letter, 'h2')}
    <dl>
      ${line(say.number, letter.number)}${line(say.lender, letter.lender)}${line(say.loan, ending(letter.loanNumber))}${line(say.borrower, maskedName(letter.borrower))}${line(say.issued, dayOf(letter.issuedAt))}
    </dl>
  </section>`;
};

/** Link from a payment page to the letter. */
export const letterOfLink: PaidPaper['ofLink'] = async (tx, code, words) => {
  const letter = await letterByLink(tx, code);
  if (!letter) return undefined;
  const say = wordsOf(words);
  return html`<section class="card noprint">
    <p class="success">${say.over}</p>
    <p><a class="go" href="${letterAt(letter.key)}">${say.open(letter.number)}</a></p>
  </section>`;
};

interface PageDeps {
  database: Database;
  clock: Clock;
  isSecure: boolean;
  publicUrl: string;
}
export function addLetterPage(app: FastifyInstance, o: PageDeps): void {
  app.get('/pay/letter/:key', { config: { endpoint: 'no-dues.page' } }, async (request, reply) => {
    const words = wordsFor(request, reply, o.isSecure);
    const { key } = request.params as { key: string };
    const letter = await letterByKey(o.database, key);
    const say = wordsOf(words);
    const page = (body: Html): Page => ({
      words,
      title: say.title,
      body: html`${head(words, letter?.lender ?? 'Recoup')}
        <main>${body}</main>
        ${foot(words, undefined, o.clock.now().getUTCFullYear())}`,
    });
    if (letter) return sendPage(reply, page(letterBody(words, letter, `${o.publicUrl}/pay/verify`)));
    const fault = await countCode(o.database, request.ip, 'code').then(
      () => say.unknown,
      (error: unknown) => {
        if (error instanceof Failure) return words.say.tooMany;
        throw error;
      },
    );
    return sendPage(
      reply,
      page(
        html`<h1>${say.title}</h1>
          <section class="card"><p class="bad" role="alert">${fault}</p></section>`,
      ),
      404,
    );
  });
}
