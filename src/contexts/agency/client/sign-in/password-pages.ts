import { sessionText as say } from '#contexts/agency/text/en/session.ts';
import { type Check, checkEmail, fieldMarkup, isComplete, mendWhileTyping, valueOf } from './fields.ts';
import { drawPage, onSubmit, sayIn } from './frame.ts';

const loadAsk = () => import('./ask.ts');
const backLink = (): string => `<p class="auth-after"><a href="/login">${say.backToLogin}</a></p>`;

/** Runs a call and shows its result; a failure has its message. */
async function runAndSay(
  form: HTMLFormElement,
  run: () => Promise<{ words: string } | undefined>,
  done: string,
) {
  try {
    const refusal = await run();
    sayIn(form, refusal?.words ?? done, !refusal);
    if (!refusal) form.reset();
  } catch {
    // Out of reach or broken: the same sentence as on the login page.
    sayIn(form, say.loginBroke);
  }
}

export function showForgotPassword(root: HTMLElement): void {
  const checks: Record<string, Check> = { username: checkEmail };
  const form = drawPage(root, {
    title: say.forgotTitle,
    about: say.forgotAbout,
    fields: fieldMarkup({ name: 'username', label: say.username, kind: 'email', autocomplete: 'username' }),
    button: say.forgotSend,
    after: backLink(),
  });
  mendWhileTyping(form, checks);
  onSubmit(form, async () => {
    if (!isComplete(form, checks)) return;
    const email = valueOf(form, 'username').trim();
    await runAndSay(form, async () => (await loadAsk()).sendLink(email), say.forgotSent);
  });
}

const newPassword = (name: string, label: string): string =>
  fieldMarkup({ name, label, kind: 'password', autocomplete: 'new-password' });

/** Invitations and resets lead here with a one-time token. */
export function showSetPassword(root: HTMLElement): void {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  // The token must not stay in the address bar, the history or a referrer.
  window.history.replaceState(null, '', window.location.pathname);
  const checks: Record<string, Check> = {
    password: (value) => (value ? '' : say.newPasswordMissing),
    repeat: (value, form) => (value === valueOf(form, 'password') ? '' : say.repeatDiffers),
  };
  const form = drawPage(root, {
    title: say.setTitle,
    about: say.setAbout,
    fields: newPassword('password', say.newPassword) + newPassword('repeat', say.repeatPassword),
    button: say.setSave,
    after: `<p class="auth-after"><a href="/login">${say.backToLogin}</a> · <a href="/forgot-password">${say.askNewLink}</a></p>`,
  });
  mendWhileTyping(form, checks);
  if (!token) sayIn(form, say.linkIncomplete);
  onSubmit(form, async () => {
    if (!isComplete(form, checks)) return;
    if (!token) return sayIn(form, say.linkIncomplete);
    const password = valueOf(form, 'password');
    await runAndSay(form, async () => (await loadAsk()).setPassword(token, password), say.setDone);
  });
}
