/** What the payment pages share: head, foot, legal texts, and how amounts and moments are written. */
import type { PayPage } from '#contexts/payments/contract/pay/pay-pages.ts';
import { mailAddress, telAddress } from '#kernel/contract/uri.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { momentWords } from '#text/en/moments.ts';
import { logoOf } from './logos.ts';
import { type Spoken, legalIn, spokenLanguages } from './words.ts';

const inRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const money = (paise: number): string => inRupees.format(paise / 100);
const whole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
/** Without paise where there are none. */
export const shortMoney = (paise: number): string => (paise % 100 ? money(paise) : whole.format(paise / 100));
/** A hidden balance looks like a zero one. */
export const dueText = (paise: number | null): string => (paise !== null && paise > 0 ? money(paise) : '-');

/** DD MMM YYYY hh:mm A; with seconds on the receipts of the console (G123). */
export const momentText = (instant: string, hasSeconds = false): string =>
  momentWords(new Date(instant), hasSeconds);

/** What must stay in the address when the language changes. */
export type Kept = Readonly<Record<string, string | undefined>>;

export function head({ language, say }: Spoken, name: string, kept: Kept = {}): Html {
  const hidden = Object.entries(kept).map(
    ([key, value]) => value !== undefined && html`<input type="hidden" name="${key}" value="${value}" />`,
  );
  const options = spokenLanguages().map(
    (one) =>
      html`<option
        value="${one.language}"
        lang="${one.language}"
        ${one.language === language && html` selected`}
      >
        ${one.name}
      </option>`,
  );
  return html`<header>
    <div class="brand">${logoOf(name)}<span>${name}</span></div>
    <form class="lang" method="get">
      ${hidden}<select name="lang" aria-label="${say.language}">
        ${options}</select
      ><button>${say.change}</button>
    </form>
  </header>`;
}

/** Secondary link to the borrower portal. */
const mineLink = ({ say }: Spoken, q: string): Html =>
  html`<p class="noprint">
    <a class="link" href="/pay/mine?${new URLSearchParams({ q }).toString()}">${say.mine}</a>
  </p>`;

/** Links to receipts, contact preferences and complaint, shown for any link. */
export const rightsLinks = (words: Spoken, q: string): Html =>
  html`${mineLink(words, q)}
    <p class="noprint">
      <a class="link" href="/pay/complaint?${new URLSearchParams({ q }).toString()}">${words.say.complain}</a>
    </p>`;

const legal = (id: 'privacy' | 'terms' | 'refund', { language, say }: Spoken): Html => {
  const { lang, words } = legalIn(language);
  return html`<div popover id="${id}" role="dialog" aria-label="${say[id]}">
    <h2>${say[id]}</h2>
    ${Object.values(words[id]).map((clause) => html`<p lang="${lang}">${clause}</p>`)}<button
      popovertarget="${id}"
      popovertargetaction="hide"
    >
      ${say.agree}
    </button>
  </div>`;
};

function phoneLink(phone: string): Html | string {
  const address = telAddress(phone);
  return address === undefined ? phone : html`<a class="link" href="${address}">${phone}</a>`;
}

export function foot(spoken: Spoken, page: PayPage | undefined, year: number): Html {
  const { say } = spoken;
  const links = (
    [
      ['privacy', say.privacy],
      ['terms', say.terms],
      ['refund', say.refund],
    ] as const
  ).map(([id, title]) => html`<button type="button" class="link" popovertarget="${id}">${title}</button>`);
  const lender =
    page &&
    html`<p>${page.name}, ${page.address}</p>
      <p>
        ${say.help}: ${phoneLink(page.phone)} ·
        <a class="link" href="${mailAddress(page.email)}">${page.email}</a>
      </p>`;
  return html`<footer>
    ${lender}
    <div class="row">${links}</div>
    <p>${say.rights(String(year), page?.name ?? 'Recoup')}</p>
    ${legal('privacy', spoken)}${legal('terms', spoken)}${legal('refund', spoken)}
  </footer>`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** Where a one-time code is typed. */
export const codeField = (label: string): Html =>
  html`<label for="code">${label}</label
    ><input
      id="code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="6"
      pattern="[0-9]{6}"
    />`;
