/** The public page of an identity card: written by the server, in English and Hindi, with nothing of any borrower. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { Html, html } from '#kernel/server/http/pages/html.ts';
import { networkOf } from '#kernel/server/http/network.ts';
import { type Limit, countFailure, refuseIfWaiting } from '#kernel/server/http/throttle.ts';
import { type Clock, businessDay } from '#kernel/server/operation/clock.ts';
import { momentWords } from '#text/en/moments.ts';
import { agentPageText } from '../../text/en/agent-page.ts';
import { agentPageHindi } from '../../text/hi/agent-page.ts';
import type { LendersOf } from '../slots.ts';
import { cardByCode } from './store.ts';

const css = `:root{color-scheme:light dark;--bg:#f5f7f6;--card:#fff;--ink:#0c1a15;--soft:#5d6e67;--line:#e3e9e6;--bad:#b92323;--good:#00513f}
@media(prefers-color-scheme:dark){:root{--bg:#0a1210;--card:#111c18;--ink:#eaf1ee;--soft:#93a49d;--line:#223029;--bad:#ff8a80;--good:#7fe3c6}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:480px;margin:0 auto;padding:16px}nav{display:flex;justify-content:flex-end;gap:8px}
nav a{display:inline-flex;align-items:center;min-height:48px;padding:0 12px;color:inherit}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px}
.state{margin:0 0 16px;font-size:20px;font-weight:700}.good{color:var(--good)}.bad{color:var(--bad)}
.photo{display:block;width:144px;height:180px;margin:0 0 16px;object-fit:cover;border-radius:12px;background:var(--line)}
h1{margin:0 0 8px;font-size:26px;line-height:1.25}dl{margin:0}dt{margin-top:12px;color:var(--soft);font-size:14px}dd{margin:0;font-weight:700}
.about{color:var(--soft);margin:16px 0 0}`;
const styleHash = createHash('sha256').update(css).digest('base64');

const languages = { en: agentPageText, hi: agentPageHindi } as const;
type Language = keyof typeof languages;
function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown };
  if (lang === 'en' || lang === 'hi') return lang;
  return /^\s*hi\b/i.test(headers['accept-language'] ?? '') ? 'hi' : 'en';
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** Rate limit for unknown card codes: 10 per hour and network, then growing delays. */
const triesOf = (ip: string): Limit => ({
  key: `agent-card:${hashed(networkOf(ip))}`,
  free: 10,
  minutes: 60,
  longest: 900,
});

/** 12 Mar 2027. */
const dayWords = (day: string): string => momentWords(new Date(day)).slice(0, 11);

type Found = Awaited<ReturnType<typeof cardByCode>>;
interface View {
  card: Found;
  lenders: readonly string[];
  isSlow: boolean;
}

function stateOf(
  { card, isSlow }: View,
  say: (typeof languages)[Language],
): { words: string; isGood: boolean } {
  if (isSlow) return { words: say.slow, isGood: false };
  if (!card) return { words: say.unknown, isGood: false };
  if (!card.isActive) return { words: say.inactive, isGood: false };
  if (card.state === 'expired') return { words: say.expired(dayWords(card.validUntil ?? '')), isGood: false };
  if (card.isBarred) return { words: say.uncertified, isGood: false };
  return { words: say.genuine, isGood: true };
}

function bodyOf(view: View, language: Language): Html {
  const say = languages[language];
  const { card } = view;
  const { words, isGood } = stateOf(view, say);
  const other = language === 'en' ? 'hi' : 'en';
  const line = (name: string, value: string): Html =>
    html`<dt>${name}</dt>
      <dd>${value}</dd>`;
  const facts =
    card?.isActive &&
    html`${card.photo !== null && html`<img class="photo" src="${card.photo}" alt="${say.photoOf(card.name)}" />`}
      <h1>${card.name}</h1>
      <dl>
        ${line(say.agency, card.agency)}${view.lenders.length > 0 && line(say.lenders, view.lenders.join(', '))}${line(say.certificate, card.certificateNumber ?? say.noCertificate)}${card.validUntil !== null && line(say.validUntil, dayWords(card.validUntil))}
      </dl>`;
  return html`<nav><a href="?lang=${other}" lang="${other}">${languages[other].language}</a></nav>
    <section class="card">
      <p class="state ${isGood ? 'good' : 'bad'}" role="status">${words}</p>
      ${facts}
      ${!view.isSlow && html`<p class="about">${isGood ? (card?.photo ? say.compare : say.noPhoto) : say.beware}</p>`}
    </section>`;
}

export function addAgentPage(
  app: FastifyInstance,
  o: { database: Database; clock: Clock; lendersOf: LendersOf },
): void {
  async function viewOf(code: string, ip: string): Promise<View> {
    const card = await cardByCode(o.database, code, businessDay(o.clock.now()));
    if (card)
      return {
        card,
        lenders: card.isActive ? await o.lendersOf(o.database, card.userId) : [],
        isSlow: false,
      };
    // Only unknown codes are limited: guessing at one address blocks no valid look-up there.
    const none = { card, lenders: [] };
    const tries = triesOf(ip);
    try {
      await refuseIfWaiting(o.database, [tries]);
    } catch (error) {
      if (error instanceof Failure) return { ...none, isSlow: true };
      throw error;
    }
    await countFailure(o.database, [tries]);
    return { ...none, isSlow: false };
  }

  app.get('/agent/:code', { config: { endpoint: 'agent.card' } }, async (request, reply) => {
    const { code } = request.params as { code: string };
    const language = languageOf(request);
    const view = await viewOf(code, request.ip);
    const page = html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="color-scheme" content="light dark" />
          <title>${languages[language].title}</title>
          <link rel="icon" href="data:," />
          ${new Html(`<style>${css}</style>`)}
        </head>
        <body>
          <main>${bodyOf(view, language)}</main>
        </body>
      </html>`;
    return reply
      .code(view.isSlow ? 429 : view.card ? 200 : 404)
      .headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      })
      .type('text/html; charset=utf-8')
      .send(page.text.replace(/>\s*\n\s*</g, '> <'));
  });
}
