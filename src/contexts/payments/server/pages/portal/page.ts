/** Borrower portal: PTPs, receipts and contact preferences, without a script, protected by a code. */
import type { FastifyInstance } from 'fastify';
import { spanFault } from '#contexts/contact/contract/wish-times.ts';
import { setWishes, wishesOf } from '#contexts/contact/server/policy/wishes.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { borrowerMessages } from '#contexts/messaging/text/en/borrower-messages.ts';
import { isPayLanguage } from '#contexts/payments/contract/pay/pay-pages.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { refuseForeignForm } from '#kernel/server/http/guard.ts';
import { type EventLog, eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { isGuessing } from '../lookup/lookup-store.ts';
import { type Requester, matchCode, requesterOf, sendCode } from '../one-time-code.ts';
import { queryOf, rememberLanguage, wordsForLink } from '../page-parts.ts';
import { send as sendPage } from '../views/frame.ts';
import { type Spoken, spoken } from '../views/words.ts';
import type { LoanOfLink, PromisesOf } from '../../slots.ts';
import { type Own, ownBy, placeOf, receivedOn } from './store.ts';
import { type Opened, type Shown, type Typed, pageOf } from './view.ts';
import { wordsIn } from './words.ts';

interface MineParts {
  database: Database;
  clock: Clock;
  isSecure: boolean;
  safe: Safe;
  send: SendMessage;
  promises: () => readonly PromisesOf[];
  links: () => readonly LoanOfLink[];
}
type Said = Readonly<Record<string, string | undefined>>;
interface Step {
  tx: Tx;
  events: EventLog;
  now: Date;
  said: Said;
  from: Requester;
}

const receiverOf = ({ loanId, lender, mobile }: Own) => ({
  loanId,
  mobile,
  textOf: (code: string) => borrowerMessages.ownCode({ lender, code }),
  purpose: 'borrower-code' as const,
});

const typedIn = (said: Said): Typed => ({
  language: isPayLanguage(said['language']) ? said['language'] : null,
  avoid: { from: said['from'] ?? '', until: said['until'] ?? '' },
  noCalls: said['noCalls'] === '1',
});

async function openedOf(o: MineParts, tx: Tx, own: Own, code: string): Promise<Opened> {
  const all = await Promise.all(o.promises().map((of) => of(tx, own.loanId)));
  const wishes = await wishesOf(tx, own.borrowerId);
  return {
    code,
    promises: all.flat(),
    received: await receivedOn(tx, own.loanId),
    typed: { ...wishes, avoid: wishes.avoid ?? { from: '', until: '' } },
  };
}

/** Returns the texts of the chosen language. */
async function save(
  { tx, events, now, said }: Step,
  own: Own,
  shown: Shown & { opened: Opened },
): Promise<Shown> {
  const typed = typedIn(said);
  const { from, until } = typed.avoid;
  const isNone = from === '' && until === '';
  const fault = isNone ? null : spanFault(typed.avoid);
  if (fault) {
    const opened = { ...shown.opened, typed };
    return { ...shown, opened, fault: wordsIn(shown.words).faults[fault] };
  }
  const wishes = { ...typed, avoid: isNone ? null : { from, until } };
  await setWishes(tx, { loanId: own.loanId, wishes, now, emit: events.emit });
  const words = typed.language === null ? shown.words : spoken(typed.language);
  return { ...shown, words, opened: { ...shown.opened, typed }, isSaved: true };
}

/** One step of the form; what is shown after it. */
async function stepOf(o: MineParts, step: Step, words: Spoken): Promise<Shown> {
  const { tx, events, now, said, from } = step;
  const q = said['q'] ?? '';
  const own = await ownBy(tx, q, o.links());
  const shown: Shown = { words, q, own };
  if (!own) return shown;
  const say = wordsIn(words);
  const note = (became: string): void =>
    events.emit('pay.own-page', { id: own.loanId, facts: { loanId: own.loanId, became }, to: [] });
  if (said['step'] === 'send') {
    const sent = await sendCode(tx, o, placeOf(own), { to: receiverOf(own), from, now });
    note(sent);
    return { ...shown, isSent: true, fault: sent === 'sent' ? undefined : say[sent] };
  }
  const otp = (said['code'] ?? '').trim();
  if ((await matchCode(tx, o.safe, placeOf(own), { otp, from, now })) === undefined) {
    note('refused');
    return { ...shown, isSent: true, fault: say.wrong };
  }
  const opened = await openedOf(o, tx, own, otp);
  if (said['step'] === 'save') return save(step, own, { ...shown, opened });
  note('opened');
  return { ...shown, opened };
}

export async function addMinePage(app: FastifyInstance, o: MineParts): Promise<void> {
  const isTooMany = (ip: string): Promise<boolean> => isGuessing(o.database, ip);
  const within = (work: (tx: Tx, events: EventLog) => Promise<Shown>): Promise<Shown> =>
    o.database.transaction(async (tx) => {
      const events = eventLog(null, null);
      const shown = await work(tx, events);
      await events.flush(tx, shown.isSaved ? ['today', 'dialer', 'visits'] : []);
      return shown;
    });
  const year = (): number => o.clock.now().getUTCFullYear();

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_, body, done) =>
      done(null, body),
    );
    const config = { endpoint: 'pay.mine' };

    scope.get('/pay/mine', { config }, async (request, reply) => {
      const q = queryOf(request)['q'] ?? '';
      const words = await wordsForLink(o, q, request, reply);
      const own = await ownBy(o.database, q, o.links());
      const fault = !own && (await isTooMany(request.ip)) ? words.say.tooMany : undefined;
      return sendPage(reply, pageOf({ words, q, own, fault }, year()), own ? 200 : 404);
    });

    scope.post('/pay/mine', { config }, async (request, reply) => {
      refuseForeignForm(request);
      const said: Said = Object.fromEntries(new URLSearchParams(String(request.body)));
      const words = await wordsForLink(o, said['q'] ?? '', request, reply);
      const now = o.clock.now();
      const remember = said['step'] === 'send' ? { reply, isSecure: o.isSecure } : undefined;
      const from = requesterOf(request, remember);
      const shown = await within((tx, events) => stepOf(o, { tx, events, now, said, from }, words));
      if (shown.isSaved) rememberLanguage(reply, shown.words.language, o.isSecure);
      // Invalid input is not counted as a guess.
      const isRefused = !shown.own || (shown.fault !== undefined && !shown.opened);
      const isOver = isRefused && (await isTooMany(request.ip));
      const page = isOver ? { ...shown, fault: words.say.tooMany } : shown;
      const status = !shown.own ? 404 : shown.fault === undefined ? 200 : 422;
      return sendPage(reply, pageOf(page, year()), status);
    });
  });
}
