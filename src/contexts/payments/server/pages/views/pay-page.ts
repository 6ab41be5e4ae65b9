/** Payment page of a lender: account details, summary, and payment methods. Complete without a script. */
import type { PayPage } from '#contexts/payments/contract/pay/pay-pages.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { amountInWords } from './amount-words.ts';
import type { Page } from './frame.ts';
import { dueText, foot, head, rightsLinks, money, shortMoney } from './parts.ts';
import type { Spoken } from './words.ts';

/** The loan as far as this payer may know it. */
export interface Shown {
  loanNumber: string;
  supplierName: string;
  borrowerName: string;
  clientName: string;
  principalOutstanding: number | null;
  totalOutstanding: number | null;
  upi: Upi | null;
}
/** An address an app opens, and where its picture is. */
interface Upi {
  id: string;
  open: string;
  picture: string;
}
export interface PayView {
  words: Spoken;
  page: PayPage;
  year: number;
  /** The code of a link; undefined when the loan number is typed. */
  q?: string;
  loan?: Shown;
  /** The link exists, possibly expired. */
  isKnown?: boolean;
  /** Token that opens complaint and borrower portal instead of a link. */
  rights?: string;
  /** Identifies the found loan in the submitted form, to avoid another look-up. */
  token?: string;
  typed: { loanNumber: string; last4: string; amount: string };
  faults: { loanNumber?: string; last4?: string; amount?: string; page?: string };
  /** Proof of work for the phone; without a script the mobile digits suffice. */
  work?: string;
  /** Nothing is owed any more: the link to the no-dues letter. */
  paper?: Html | undefined;
  /** The amount exceeds the balance and must be confirmed. */
  isAbove: boolean;
  origins: readonly string[];
}

const fault = (id: string, text: string | undefined): Html | false =>
  text !== undefined && html`<p class="bad" id="${id}-fault" role="alert">${text}</p>`;
const invalid = (id: string, text: string | undefined): Html | false =>
  text !== undefined && html` aria-invalid="true" aria-describedby="${id}-fault"`;
const given = (id: string, label: string, value: string): Html =>
  html`<div class="given"><label for="${id}">${label}</label><output id="${id}">${value}</output></div>`;
const line = (name: string, value: string, more: Html | false = false): Html =>
  html`<div><dt>${name}</dt><dd${more}>${value}</dd></div>`;

export const amountOf = (text: string): number =>
  /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;

/** The number of a loan: fixed by a link, found, or still to be typed. */
function whichLoan({ words: { say }, q, loan, token, typed, faults, work }: PayView): Html {
  const isFixed = q !== undefined || loan !== undefined;
  const value = loan?.loanNumber ?? typed.loanNumber;
  const number = html`<label for="loanNumber">${say.loanNumber}</label
    ><input
      id="loanNumber"
      name="loanNumber"
      value="${value}"
      autocomplete="off"
      maxlength="60"
      ${isFixed && html` readonly`}${invalid('loanNumber', faults.loanNumber)}
    />${fault('loanNumber', faults.loanNumber)}`;
  if (isFixed)
    return html`${token && html`<input type="hidden" name="token" value="${token}" />`}
      <div class="given">${number}</div>`;
  return html`${number}<label for="last4">${say.digits}</label
    ><input
      id="last4"
      name="last4"
      value="${typed.last4}"
      inputmode="numeric"
      maxlength="4"
      autocomplete="off"
      ${invalid('last4', faults.last4) || html` aria-describedby="last4-hint"`}
    />${fault('last4', faults.last4) || html`<p class="soft" id="last4-hint">${say.digitsHint}</p>`}${work && html`<input type="hidden" name="work" value="${work}" data-work />`}
    <button class="main" name="step" value="find">${say.find}</button>`;
}

function payment(view: PayView, loan: Shown): Html {
  const {
    words: { say, language },
    typed,
    faults,
    isAbove,
  } = view;
  const inWords = amountInWords(amountOf(typed.amount), language);
  return html`${faults.last4 && html`<p class="bad" role="alert">${faults.last4}</p>`}${given('lender', say.lender, loan.supplierName)}${given('borrower', say.borrower, loan.borrowerName)}${given('receiver', say.receiver, loan.clientName)}<label
      for="amount"
      >${say.amount} (₹)</label
    ><input
      id="amount"
      name="amount"
      value="${typed.amount}"
      inputmode="decimal"
      autocomplete="off"
      maxlength="12"
      ${invalid('amount', faults.amount)}
    />${fault('amount', faults.amount)}
    <p class="soft words" data-words aria-live="polite">${inWords}</p>
    <p class="soft">${say.part}</p>
    ${isAbove && html`<label><input type="checkbox" name="isSure" value="1" />${say.sure}</label>`}<button
      class="main"
      name="step"
      value="pay"
    >
      ${say.proceed}</button
    >${view.q === undefined && html`<p><a class="link" href="?">${say.other}</a></p>`}`;
}

function upi({ words: { say } }: PayView, { upi: at }: Shown): Html | false {
  if (!at) return false;
  return html`<div class="card noprint">
    <h2>${say.upi}</h2>
    <a class="go wide" data-upi href="${at.open}">${say.upiOpen}</a>
    <details>
      <summary>${say.upiScan}</summary>
      <img
        class="qr"
        data-upi
        src="${at.picture}"
        alt="${say.upiScan}"
        width="208"
        height="208"
        loading="lazy"
      />
    </details>
    <p>
      ${say.upiId}: <b>${at.id}</b>
      <button type="button" class="link" data-copy="${at.id}" data-copied="${say.copied}" hidden>
        ${say.copy}
      </button>
    </p>
    <p class="soft">${say.upiNote}</p>
  </div>`;
}

function summary({ words: { say }, typed }: PayView, loan: Shown): Html {
  const amount = money(amountOf(typed.amount));
  return html`<section class="card" aria-labelledby="summary">
    <h2 id="summary">${say.summary}</h2>
    <dl>
      ${line(say.loanNumber, loan.loanNumber)}${line(say.borrower, loan.borrowerName)}${line(say.lender, loan.supplierName)}${line(say.receiver, loan.clientName)}${line(say.amount, amount, html` data-sum`)}
    </dl>
    <h2>${say.loanInfo}</h2>
    <dl>
      ${line(`${say.pos} (${say.posAbout})`, dueText(loan.principalOutstanding))}${line(`${say.tos} (${say.tosAbout})`, dueText(loan.totalOutstanding))}
      <div class="sum">
        <dt>${say.toPay}</dt>
        <dd data-sum>${amount}</dd>
      </div>
    </dl>
  </section>`;
}

export function payPage(view: PayView): Page {
  const { words, page, q, loan, faults } = view;
  const rights = q !== undefined && (loan ?? view.isKnown) ? q : view.rights;
  const { say } = words;
  const form = html`<section class="card" aria-labelledby="account">
    <h2 id="account">${say.account}</h2>
    <form method="post" novalidate data-pay>
      ${q !== undefined && html`<input type="hidden" name="q" value="${q}" />`}${whichLoan(view)}${loan && payment(view, loan)}
    </form>
  </section>`;
  const side = loan
    ? html`<div>${summary(view, loan)}${upi(view, loan)}</div>`
    : html`<section class="card">
        <h2>${say.who}</h2>
        <p>${say.whoLender(page.name)}</p>
        <p>${say.safe}</p>
      </section>`;
  const who = loan && html`<p class="safe">${say.whoLender(loan.clientName)} ${say.safe}</p>`;
  const paise = amountOf(view.typed.amount);
  return {
    words,
    title: `${say.title} · ${page.name}`,
    origins: view.origins,
    body: html`${head(words, page.name, { q })}
      <main>
        <h1>${say.title}</h1>
        ${faults.page && html`<p class="bad" role="alert">${faults.page}</p>`}${
          loan &&
          paise > 0 &&
          html`<p class="soft">${loan.borrowerName} · ${loan.loanNumber}</p>
            <b class="due" data-sum>${shortMoney(paise)}</b>
            <p class="soft" data-words>${amountInWords(paise, words.language)}</p>`
        }
        ${view.paper ?? html`<div class="two">${form}${side}</div>`}
        ${who}${rights !== undefined && rightsLinks(words, rights)}
      </main>
      ${foot(words, page, view.year)}`,
  };
}
