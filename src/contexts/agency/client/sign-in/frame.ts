/** Shared frame of the sign-in pages: layout, message above the button, busy button. */
import { sessionText as say } from '#contexts/agency/text/en/session.ts';
import { carouselMarkup, runCarousel } from './carousel.ts';
import { runReveals } from './fields.ts';

const logo = `<svg class="auth-logo" viewBox="0 0 48 48" width="40" height="40" aria-hidden="true"><rect width="48" height="48" rx="12" fill="#00785d"/><path d="M35 24a11 11 0 1 1-4-8.5M32 9v7.5h-7.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Loads the console, which replaces the document. */
export type ConsoleStart = () => Promise<void>;

interface PageSpec {
  title: string;
  about?: string;
  /** Inside of the form, without message and button. */
  fields: string;
  button: string;
  /** Under the button. */
  after?: string;
}

const markup = (page: PageSpec): string => `<div class="auth">
<main class="auth-main"><div class="auth-card">
<div class="auth-brand">${logo}<span>${say.product}</span></div>
<h1>${page.title}</h1>${page.about ? `<p class="auth-about">${page.about}</p>` : ''}
<form novalidate method="post">${page.fields}<p class="auth-message" role="alert"></p>
<button class="auth-submit">${page.button}</button></form>${page.after ?? ''}</div></main>
<div class="auth-side">${carouselMarkup()}</div></div>`;

/** Renders a page and returns its form. */
export function drawPage(root: HTMLElement, page: PageSpec): HTMLFormElement {
  document.title = `${page.title} · ${say.product}`;
  root.innerHTML = markup(page);
  runCarousel(root);
  const form = root.querySelector('form') as HTMLFormElement;
  runReveals(form);
  return form;
}

export function sayIn(form: HTMLFormElement, message: string, isGood = false): void {
  const place = form.querySelector('.auth-message');
  if (!place) return;
  place.classList.toggle('auth-good', isGood);
  place.textContent = message;
}

/** Runs a submission once at a time. */
export function onSubmit(form: HTMLFormElement, run: () => Promise<void>): void {
  let busy = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    form.setAttribute('aria-busy', 'true');
    sayIn(form, '');
    void run().finally(() => {
      busy = false;
      form.removeAttribute('aria-busy');
    });
  });
}
