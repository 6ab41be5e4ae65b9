/** Where a borrower complains: reached from their payment link, written by the server, without a script. */
import { dayText } from '#kernel/contract/india.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ComplaintKind, complaintKinds } from '#contexts/complaints/contract/complaint-rules.ts';
import { complaintPageText } from '#contexts/complaints/text/en/complaint-page.ts';
import { complaintPageHindi } from '#contexts/complaints/text/hi/complaint-page.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { loanOfLink } from '#contexts/payments/server/links/borrower-links.ts';
import { countCode } from '#contexts/payments/server/pages/lookup/lookup-store.ts';
import { queryOf, wordsForLink } from '#contexts/payments/server/pages/page-parts.ts';
import { maskedName } from '#contexts/payments/server/pages/rules.ts';
import { type Page, send as sendPage } from '#contexts/payments/server/pages/views/frame.ts';
import { foot, head } from '#contexts/payments/server/pages/views/parts.ts';
import type { Spoken } from '#contexts/payments/server/pages/views/words.ts';
import type { LoanOfLink } from '#contexts/payments/server/slots.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { refuseForeignForm } from '#kernel/server/http/guard.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { takeComplaint } from './take.ts';

interface PageDeps {
  database: Database;
  clock: Clock;
  isSecure: boolean;
  send: SendMessage;
  links: () => readonly LoanOfLink[];
}
interface Linked {
  loanId: number;
  borrower: string;
  loanNumber: string;
  lender: string;
}
const mostWords = 2000;

/** Returns the loan of any link ever sent to its borrower: a complaint is possible after payment and after withdrawal of the link. */
async function linkedBy(o: PageDeps, code: string): Promise<Linked | undefined> {
  const loanId = await loanOfLink(o.database, code, o.links());
  if (loanId === undefined) return undefined;
  return o.database.one<Linked>(sql`
    select l.id as "loanId", b.name as borrower, l.loan_number as "loanNumber", c.name as lender
    from loans l join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id where l.id = ${loanId}`);
}

interface View {
  words: Spoken;
  q: string;
  loan: Linked | undefined;
  /** What was typed, and what is wrong with it. */
  typed: { kind: string; words: string };
  fault?: string | undefined;
  done?: { number: string; dueOn: string } | undefined;
  year: number;
}
const wordsOf = ({ language }: Spoken) => (language === 'hi' ? complaintPageHindi : complaintPageText);

function formOf({ q, words, loan, typed, fault }: View): Html {
  const say = wordsOf(words);
  const options = complaintKinds.map(
    (kind) =>
      html`<option value="${kind}" ${typed.kind === kind && html` selected`}>${say.kinds[kind]}</option>`,
  );
  return html`<form class="card" method="post" novalidate>
    <p>${say.about(loan?.lender ?? '')}</p>
    <p class="soft">${maskedName(loan?.borrower ?? '')} · ${loan?.loanNumber}</p>
    <input
      type="hidden"
      name="q"
      value="${q}"
    />${fault !== undefined && html`<p class="bad" role="alert">${fault}</p>`}<label for="kind"
      >${say.kind}</label
    ><select id="kind" name="kind">
      ${options}</select
    ><label for="words">${say.words}</label
    ><textarea class="wide" id="words" name="words" rows="6" maxlength="${mostWords}">${typed.words}</textarea
    ><button class="main">${say.send}</button>
  </form>`;
}

function pageOf(view: View): Page {
  const { words, loan, done, fault, year } = view;
  const say = wordsOf(words);
  const card = (text: string, state: string): Html =>
    html`<section class="card">
      <p class="${state}" role="status">${text}</p>
    </section>`;
  const main = done
    ? card(say.done(done.number, dayText(done.dueOn)), 'success')
    : loan
      ? formOf(view)
      : card(fault ?? say.unknown, 'bad');
  return {
    words,
    title: say.title,
    body: html`${head(words, loan?.lender ?? 'Recoup', { q: view.q })}
      <main>
        <h1>${say.title}</h1>
        ${main}
      </main>
      ${foot(words, undefined, year)}`,
  };
}

export async function addComplaintPage(app: FastifyInstance, o: PageDeps): Promise<void> {
  async function viewOf(request: FastifyRequest, words: Spoken, q: string): Promise<View> {
    const now = o.clock.now();
    const view = { words, q, typed: { kind: '', words: '' }, year: now.getUTCFullYear() };
    const loan = await linkedBy(o, q);
    if (loan) return { ...view, loan };
    try {
      await countCode(o.database, request.ip, 'code');
      return { ...view, loan: undefined };
    } catch (error) {
      if (error instanceof Failure) return { ...view, loan: undefined, fault: words.say.tooMany };
      throw error;
    }
  }
  const takeOf = (loanId: number, kind: ComplaintKind, words: string) =>
    o.database.transaction(async (tx) => {
      const events = eventLog(null, null);
      const made = await takeComplaint(
        { tx, now: o.clock.now(), emit: events.emit, send: o.send },
        { loanId, kind, words, channel: 'page', takenBy: null },
      );
      await events.flush(tx, ['loans', 'loan-holds', 'today', 'dialer']);
      return made;
    });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_, body, done) =>
      done(null, body),
    );
    const config = { endpoint: 'complaints.page' };

    scope.get('/pay/complaint', { config }, async (request, reply) => {
      const q = queryOf(request)['q'] ?? '';
      const view = await viewOf(request, await wordsForLink(o, q, request, reply), q);
      return sendPage(reply, pageOf(view), view.loan ? 200 : 404);
    });

    scope.post('/pay/complaint', { config }, async (request, reply) => {
      refuseForeignForm(request);
      const asked = Object.fromEntries(new URLSearchParams(String(request.body)));
      const words = await wordsForLink(o, asked['q'] ?? '', request, reply);
      const view = await viewOf(request, words, asked['q'] ?? '');
      if (!view.loan) return sendPage(reply, pageOf(view), 404);
      const say = wordsOf(words);
      const said = (asked['words'] ?? '').trim().slice(0, mostWords);
      const kind = complaintKinds.find((one) => one === asked['kind']);
      const typed = { kind: kind ?? '', words: said };
      const refused = (fault: string) => sendPage(reply, pageOf({ ...view, typed, fault }), 422);
      if (!kind || said === '') return refused(say.needWords);
      try {
        const done = await takeOf(view.loan.loanId, kind, said);
        return sendPage(reply, pageOf({ ...view, typed, done }));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.code === 'COMPLAINT_OPEN') return refused(say.already(String(error.facts['number'])));
        if (error.code === 'COMPLAINT_LIMIT') return refused(say.tooMany);
        throw error;
      }
    });
  });
}
