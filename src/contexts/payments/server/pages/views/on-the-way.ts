import { html } from '#kernel/server/http/pages/html.ts';
import type { Page } from './frame.ts';
import type { Spoken } from './words.ts';

/** Redirects the payer with a gateway form; or reports that its page is unreachable. */
export function onTheWay({
  words,
  way,
  again = '',
}: {
  words: Spoken;
  way?: { url: string; fields: Readonly<Record<string, string>> };
  again?: string;
}): Page {
  const { say } = words;
  const title = way ? say.onTheWay : say.notReached;
  const fields = Object.entries(way?.fields ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const next = way
    ? html`<form method="post" action="${way.url}" data-now>
        ${fields}<button class="main">${say.proceedOn}</button>
      </form>`
    : html`<a class="go main" href="${again}">${say.again}</a>`;
  return {
    words,
    title,
    origins: way ? [new URL(way.url).origin] : [],
    body: html`<main>
      <div class="card">
        <h1>${title}</h1>
        <p>${say.safe}</p>
        ${next}
      </div>
    </main>`,
  };
}
