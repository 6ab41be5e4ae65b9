/** Portal page before and after the code. */
import { type Span } from '#contexts/contact/contract/contact-block.ts';
import { clocks } from '#contexts/contact/contract/wish-times.ts';
import type { Wishes } from '#contexts/contact/server/policy/wishes.ts';
import { dayText } from '#kernel/contract/india.ts';
import { type Html, html } from '#kernel/server/http/pages/html.ts';
import { maskedName } from '../rules.ts';
import type { Page } from '../views/frame.ts';
import { codeField, foot, head, hidden, money } from '../views/parts.ts';
import { type Spoken, spokenLanguages } from '../views/words.ts';
import type { Promised } from '../../slots.ts';
import type { Own, Received } from './store.ts';
import { wordsIn } from './words.ts';

/** As typed, possibly invalid. */
export type Typed = Omit<Wishes, 'avoid'> & { avoid: Span };
/** What only a code opens. */
export interface Opened {
  code: string;
  promises: readonly Promised[];
  received: readonly Received[];
  typed: Typed;
}
export interface Shown {
  words: Spoken;
  q: string;
  own: Own | undefined;
  opened?: Opened;
  isSent?: boolean;
  isSaved?: boolean;
  fault?: string | undefined;
}

const option = (value: string, text: string, chosen: string, lang?: string): Html =>
  html`<option
    value="${value}"
    ${lang !== undefined && html` lang="${lang}"`}${value === chosen && html` selected`}
  >
    ${text}
  </option>`;

const shownFirst = 5;
/** The newest; what is older opens. */
function listed(rows: readonly Html[], older: string): Html {
  const [first, rest] = [rows.slice(0, shownFirst), rows.slice(shownFirst)];
  return html`<dl>${first}</dl>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${older}</summary>
        <dl>${rest}</dl>
      </details>`
    }`;
}
const line = (name: string, what: Html): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${what}</dd>
  </div>`;

function promisesOf({ words }: Shown, { promises }: Opened): Html {
  const say = wordsIn(words);
  const rows = promises.map(({ dueOn, amount, state }) =>
    line(dayText(dueOn), html`${money(amount)} · ${say.states[state]}`),
  );
  return html`<section class="card" aria-labelledby="promises">
    <h2 id="promises">${say.promises}</h2>
    ${rows.length > 0 ? listed(rows, say.older) : html`<p class="soft">${say.noPromises}</p>`}
  </section>`;
}

function receiptsOf({ words }: Shown, { received }: Opened): Html {
  const say = wordsIn(words);
  const rows = received.map(({ on, amount, how, state, number, refunded, code }) => {
    const what = how === 'cash' ? say.cash(number ?? '') : say[how];
    const back = refunded > 0 && html` · ${money(refunded)} ${say.reversed}`;
    const became = html`${back}${state !== 'received' && html` · ${say[state]}`}`;
    const check = code !== null && html`<br /><a class="link" href="/pay/receipt/${code}">${say.check}</a>`;
    return line(`${dayText(on)} · ${what}`, html`${money(amount)}${became}${check}`);
  });
  return html`<section class="card" aria-labelledby="receipts">
    <h2 id="receipts">${say.receipts}</h2>
    ${rows.length > 0 ? listed(rows, say.older) : html`<p class="soft">${say.noReceipts}</p>`}
  </section>`;
}

function wishesOf({ words, q, fault, isSaved }: Shown, { code, typed }: Opened): Html {
  const say = wordsIn(words);
  const clock = (name: 'from' | 'until', label: string): Html =>
    html`<label
      >${label}<select name="${name}" ${fault !== undefined && html` aria-invalid="true"`}>
        ${option('', say.never, typed.avoid[name])}${clocks.map((one) => option(one, one, typed.avoid[name]))}
      </select></label
    >`;
  const languages = spokenLanguages().map(({ language, name }) =>
    option(language, name, typed.language ?? '', language),
  );
  // On a phone the form is below the lists: what became of it is shown where it was sent.
  const action = `/pay/mine?${new URLSearchParams({ q }).toString()}#wishes`;
  return html`<form class="card" method="post" action="${action}" novalidate aria-labelledby="wishes">
    <h2 id="wishes">${say.wishes}</h2>
    ${isSaved && html`<p class="success" role="status">${say.saved}</p>`}${hidden('q', q)}${hidden('code', code)}<label
      for="language"
      >${say.language}</label
    ><select id="language" name="language">
      ${option('', say.noLanguage, typed.language ?? '')}${languages}
    </select>
    <p class="soft">${say.languageAbout}</p>
    <fieldset>
      <legend>${say.avoid}</legend>
      <div class="pair">${clock('from', say.from)}${clock('until', say.until)}</div>
      ${fault !== undefined && html`<p class="bad" role="alert">${fault}</p>`}
      <p class="soft">${say.avoidAbout}</p>
    </fieldset>
    <label
      ><input
        type="checkbox"
        name="noCalls"
        value="1"
        ${typed.noCalls && html` checked`}
      />${say.noCalls}</label
    >
    <p class="soft">${say.noCallsAbout}</p>
    <button class="main" name="step" value="save">${say.save}</button>
  </form>`;
}

function lockedOf({ words, q, isSent, fault }: Shown, own: Own): Html {
  const say = wordsIn(words);
  const code = html`<p role="status">${say.sent}</p>
    ${codeField(say.code)}<button class="main" name="step" value="open">${say.open}</button>`;
  return html`<form class="card" method="post" novalidate>
    <p>${say.about(own.lender)}</p>
    <p class="soft">${maskedName(own.borrower)}</p>
    ${fault !== undefined && html`<p class="bad" role="alert">${fault}</p>`}${hidden('q', q)}${
      isSent ? code : html`<p class="soft">${say.codeGoes}</p>`
    }<button class="${isSent ? 'link' : 'main'}" name="step" value="send">
      ${isSent ? say.sendAgain : say.sendCode}
    </button>
  </form>`;
}

function bodyOf(shown: Shown): Html {
  const { own, opened, words, fault } = shown;
  if (!own)
    return html`<section class="card">
      <p class="bad" role="alert">${fault ?? wordsIn(words).closed}</p>
    </section>`;
  if (!opened) return lockedOf(shown, own);
  return html`<p class="soft">${own.borrower} · ${own.loanNumber}</p>
    <div class="two">
      <div>${promisesOf(shown, opened)}${receiptsOf(shown, opened)}</div>
      ${wishesOf(shown, opened)}
    </div>`;
}

export const pageOf = (shown: Shown, year: number): Page => ({
  words: shown.words,
  title: wordsIn(shown.words).title,
  body: html`${head(shown.words, shown.own?.lender ?? 'Recoup', { q: shown.q })}
    <main>
      <h1>${wordsIn(shown.words).title}</h1>
      ${bodyOf(shown)}
    </main>
    ${foot(shown.words, undefined, year)}`,
});
