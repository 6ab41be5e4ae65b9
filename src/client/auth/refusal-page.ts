import { appText } from '#text/en/app.ts';

/** 403 and 404 for somebody who is not signed in: what it is, and the way to sign in. */
export function drawRefusal(root: HTMLElement, title: string, words: string): void {
  document.title = appText.titleOf(title);
  root.innerHTML = `<div class="auth"><main class="auth-main"><div class="auth-card auth-refusal">
<h1></h1><a class="auth-submit" href="/login"></a></div></main></div>`;
  const [heading, link] = root.querySelectorAll<HTMLElement>('h1, a');
  if (heading) heading.textContent = words;
  if (link) link.textContent = appText.logIn;
}
