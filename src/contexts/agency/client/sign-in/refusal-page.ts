import { appText } from '#text/en/app.ts';

/** 403 and 404 for signed-out visitors, with a link to sign in. */
export function drawRefusal(root: HTMLElement, title: string, words: string): void {
  document.title = appText.titleOf(title);
  root.innerHTML = `<div class="auth"><main class="auth-main"><div class="auth-card auth-refusal">
<h1></h1><button class="auth-submit"></button></div></main></div>`;
  const [heading, button] = root.querySelectorAll<HTMLElement>('h1, button');
  if (heading) heading.textContent = words;
  if (!button) return;
  button.textContent = appText.logIn;
  button.addEventListener('click', () => window.location.assign('/login'));
}
