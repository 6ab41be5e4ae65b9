/** The choice of a lender, the result of a payment, and the check of a receipt. */
import { payPageOf, payPages } from '#contexts/payments/contract/pay/pay-pages.ts';
import { Html, html } from '#kernel/server/http/pages/html.ts';
import type { PageReceipt } from '../result.ts';
import type { Page } from './frame.ts';
import { signs } from './logos.ts';
import { type Kept, foot, head, momentText, money, rightsLinks } from './parts.ts';
import type { Spoken } from './words.ts';

const product = 'Recoup';

export function selectorPage(words: Spoken, o: { q?: string; isMissing: boolean; year: number }): Page {
  const { say } = words;
  const options = payPages.map(({ path, name }) => html`<option value="${path}">${name}</option>`);
  const fault = o.isMissing && html`<p class="bad" id="client-fault" role="alert">${say.needClient}</p>`;
  return {
    words,
    title: say.title,
    body: html`${head(words, product, { q: o.q })}
      <main>
        <h1>${say.title}</h1>
        <form class="card" method="get" action="/pay">
          ${o.q !== undefined && html`<input type="hidden" name="q" value="${o.q}" />`}<label for="client"
            >${say.client}</label
          ><select
            id="client"
            name="client"
            ${o.isMissing && html` aria-invalid="true" aria-describedby="client-fault"`}
          >
            <option value=""></option>
            ${options}</select
          >${fault}<button class="main">${say.go}</button>
        </form>
      </main>
      ${foot(words, undefined, o.year)}`,
  };
}

const line = (name: string, value: Html | string, kind: Html | false = false): Html =>
  html`<div${kind}>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

interface ResultView {
  receipt: PageReceipt | undefined;
  path: string | null;
  hasSeconds: boolean;
  /** Link to a document of the loan. */
  paper: Html | undefined;
  /** The payment link, for its users. */
  q: string | undefined;
  year: number;
  kept: Kept;
}
function unverified(words: Spoken, o: ResultView): Page {
  const { say } = words;
  return {
    words,
    title: say.unverified,
    body: html`${head(words, product, o.kept)}
      <main>
        <section class="card">
          <div class="state grey">
            ${signs.grey}
            <h1>${say.unverified}</h1>
          </div>
          <p>${say.unverifiedAbout}</p>
          <a class="go" href="/pay/verify">${say.check}</a>
        </section>
      </main>
      ${foot(words, undefined, o.year)}`,
  };
}

/** Partial refund of an included payment; a reversed payment has a separate text. */
const backLine = (
  { say }: Pick<Spoken, 'say'>,
  { refunded = 0, status }: { refunded?: number; status: string },
): Html | false => refunded > 0 && status === 'success' && line(say.results.reversed, money(refunded));

function facts({ say }: Spoken, receipt: PageReceipt, hasSeconds: boolean): Html {
  const copy = html`${receipt.transactionId}
    <button
      type="button"
      class="link noprint"
      data-copy="${receipt.transactionId}"
      data-copied="${say.copied}"
      hidden
    >
      ${say.copy}
    </button>`;
  return html`<dl>
    ${line(say.transactionId, copy)}${line(say.loanNumber, receipt.loanNumber)}${line(say.originalLender, receipt.supplierName)}${line(say.date, momentText(receipt.txnDate, hasSeconds))}${line(say.payer, receipt.borrowerName)}${line(say.payee, receipt.clientName)}
    <div class="sum">
      <dt>${say.paid}</dt>
      <dd>${money(receipt.amount)}</dd>
    </div>
    ${backLine({ say }, receipt)}
    ${receipt.receiptCode !== null && line(say.code, receipt.receiptCode, html` class="whole"`)}
  </dl>`;
}

function next({ say }: Spoken, { status, txnMessage }: PageReceipt): { before: Html | false; after: Html } {
  if (status === 'success')
    return {
      before: false,
      after: html`<button type="button" class="main" data-print>${say.download}</button>`,
    };
  const again = html`<a class="go main" href="/pay">${say.payAgain}</a>`;
  if (status === 'failed')
    return { before: html`<p class="bad"><b>${say.because}</b> ${txnMessage}</p>`, after: again };
  const isOpen = status !== 'reversed';
  return {
    before:
      isOpen &&
      html`<p>${say.undecided}</p>
        <p><a class="go" href="">${say.reload}</a></p>`,
    after: again,
  };
}

/** A result is the server's record, or marked as unverified; it never looks like success without one. */
export function resultPage(words: Spoken, o: ResultView): Page {
  const { receipt } = o;
  if (!receipt) return unverified(words, o);
  const { say } = words;
  const title = say.results[receipt.status];
  const look = receipt.status === 'success' ? 'success' : 'failed';
  const { before, after } = next(words, receipt);
  return {
    words,
    title,
    body: html`${head(words, receipt.clientName, o.kept)}
      <main>
        <section class="card">
          <div class="state ${look}">
            ${signs[look]}
            <h1>${title}</h1>
          </div>
          ${before}${facts(words, receipt, o.hasSeconds)}${after}
          <p class="print soft">${say.footnote(receipt.clientName)}</p>
        </section>
        ${o.paper}${o.q !== undefined && rightsLinks(words, o.q)}
      </main>
      ${foot(words, payPageOf(o.path), o.year)}`,
  };
}

export type Checked =
  | 'unasked'
  | 'unknown'
  | 'slow'
  | (Pick<PageReceipt, 'borrowerName' | 'clientName' | 'amount' | 'txnDate'> & {
      /** Partially refunded sum. */
      refunded?: number;
      /** Of a receipt of cash. */
      number?: string;
      status: PageReceipt['status'] | 'cancelled';
    });
/** A document shows its state itself. */
export function verifyPage(words: Spoken, o: { code: string; found: Checked | Html; year: number }): Page {
  const { say } = words;
  const { found } = o;
  const fault = found === 'unknown' ? say.noReceipt : found === 'slow' ? say.tooMany : undefined;
  const result =
    found instanceof Html
      ? found
      : typeof found === 'object' &&
        html`<section class="card">
          <div class="state ${found.status === 'success' ? 'success' : 'failed'}">
            ${found.status === 'success' ? signs.success : signs.failed}
            <h2>${found.status === 'cancelled' ? say.cancelledReceipt : say.results[found.status]}</h2>
          </div>
          <dl>
            ${found.number !== undefined && line(say.transactionId, found.number)}${line(say.payer, found.borrowerName)}${line(say.payee, found.clientName)}${line(say.date, momentText(found.txnDate))}${line(say.paid, money(found.amount))}${backLine(words, found)}
          </dl>
        </section>`;
  return {
    words,
    title: say.verifyTitle,
    body: html`${head(words, product, { code: o.code || undefined })}
      <main>
        <h1>${say.verifyTitle}</h1>
        ${result}
        <form class="card" method="get" action="/pay/verify">
          <label for="code">${say.code}</label
          ><input
            id="code"
            name="code"
            value="${o.code}"
            autocomplete="off"
            maxlength="64"
            ${fault !== undefined && html` aria-invalid="true" aria-describedby="code-fault"`}
          />${fault !== undefined && html`<p class="bad" id="code-fault" role="alert">${fault}</p>`}<button
            class="main"
          >
            ${say.verify}
          </button>
        </form>
      </main>
      ${foot(words, undefined, o.year)}`,
  };
}
