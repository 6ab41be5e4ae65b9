/** Request context of public pages: texts and URL. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PayLanguage, isPayLanguage } from '#contexts/payments/contract/pay/pay-pages.ts';
import type { Html } from '#kernel/server/http/pages/html.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { LoanOfLink, PaidPaper } from '../slots.ts';
import type { PayParts } from './routes.ts';
import { languageOfLink } from './store.ts';
import { type Spoken, spoken } from './views/words.ts';

export interface PageParts extends PayParts {
  /** Documents of a paid loan, from higher contexts. */
  papers: () => readonly PaidPaper[];
  links: () => readonly LoanOfLink[];
  clock: Clock;
  isSecure: boolean;
}

const year = 31_536_000;
const cookieName = 'pay_lang';
type Query = Readonly<Record<string, string | undefined>>;
/** One string per parameter: duplicates are rejected. */
export const queryOf = (request: FastifyRequest): Query =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
  );

/** For later pages of this browser. */
export const rememberLanguage = (reply: FastifyReply, language: PayLanguage, isSecure: boolean): void =>
  void reply.setCookie(cookieName, language, {
    path: '/pay',
    maxAge: year,
    sameSite: 'lax',
    httpOnly: true,
    secure: isSecure,
  });

/** Language from the request, the cookie, or the browser. */
export function wordsFor(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Spoken {
  const { lang } = queryOf(request);
  if (isPayLanguage(lang)) {
    rememberLanguage(reply, lang, isSecure);
    return spoken(lang);
  }
  const preferred = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((one) => one.trim().slice(0, 2).toLowerCase());
  const remembered = request.server.parseCookie(request.headers.cookie ?? '')[cookieName];
  const found = [remembered, ...preferred].find(isPayLanguage);
  return spoken(found ?? 'en');
}

/** Of a link: the requested language, or the borrower's preference. */
export async function wordsForLink(
  { database, isSecure }: { database: Tx; isSecure: boolean },
  q: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Spoken> {
  const words = wordsFor(request, reply, isSecure);
  const isAsked = isPayLanguage(queryOf(request)['lang']);
  const wished = isAsked || !q ? null : await languageOfLink(database, q);
  return wished === null ? words : spoken(wished);
}

/** First document available for this loan. */
export async function paperOf(
  papers: readonly PaidPaper[],
  ask: (paper: PaidPaper) => Promise<Html | undefined>,
): Promise<Html | undefined> {
  for (const paper of papers) {
    const said = await ask(paper);
    if (said) return said;
  }
  return undefined;
}

/** Page parts with common services. */
export interface Site extends PageParts {
  wordsOf(request: FastifyRequest, reply: FastifyReply): Spoken;
  thisYear(): number;
}
