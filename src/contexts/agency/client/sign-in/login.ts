import { sessionText as say } from '#contexts/agency/text/en/session.ts';
import { noteSignIn } from '#kernel/client/session/fresh-sign-in.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { settleSignOut } from '#kernel/client/session/owed-sign-out.ts';
import {
  type Check,
  checkEmail,
  fieldMarkup,
  isComplete,
  markField,
  mendWhileTyping,
  valueOf,
} from './fields.ts';
import { type ConsoleStart, drawPage, onSubmit, sayIn } from './frame.ts';
import { prefetchConsole } from './prefetch.ts';
import { secondStepPath } from './second-step-path.ts';

const loadAsk = () => import('./ask.ts');
// Offline, Submit retries with a message.
const warmAsk = (): void => void loadAsk().catch(() => undefined);
type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof loadAsk>>['logIn']>>;
type Refusal = NonNullable<Answer['refusal']>;

const checks: Record<string, Check> = {
  username: checkEmail,
  password: (value) => (value ? '' : say.passwordMissing),
};

const fields = (): string =>
  fieldMarkup({ name: 'username', label: say.username, kind: 'email', autocomplete: 'username' }) +
  fieldMarkup({ name: 'password', label: say.password, kind: 'password', autocomplete: 'current-password' }) +
  `<div class="auth-row"><label class="auth-check"><input type="checkbox" name="remember">${say.remember}</label>
<a href="/forgot-password">${say.forgot}</a></div>`;

/** Sign-in page; replaced by the console on success. */
export function showLogin(root: HTMLElement, console: ConsoleStart): void {
  const form = drawPage(root, { title: say.loginTitle, fields: fields(), button: say.submit });
  mendWhileTyping(form, checks);
  // Typing must not lag: the console's files are prefetched meanwhile, but run only after Submit.
  form.addEventListener('input', prefetchConsole, { once: true });
  form.addEventListener('focusin', warmAsk, { once: true });
  onSubmit(form, async () => {
    if (isComplete(form, checks)) await logIn(root, form, console);
  });
}

async function logIn(root: HTMLElement, form: HTMLFormElement, console: ConsoleStart): Promise<void> {
  try {
    const { remember } = form.elements as unknown as { remember: HTMLInputElement };
    const ask = await loadAsk();
    const email = valueOf(form, 'username').trim();
    const answer = await ask.logIn(email, valueOf(form, 'password'), remember.checked);
    if (answer.refusal) return refuse(form, answer.refusal);
    const entered = (reply: { mustSetUp?: boolean | undefined }): Promise<void> => enter(reply, console);
    if (!('ticket' in answer.reply)) return await entered(answer.reply);
    const { showCode } = await import('./code-page.ts');
    showCode({ root, ticket: answer.reply.ticket, entered });
  } catch {
    // The specification has one sentence for every failure.
    sayIn(form, say.loginBroke);
  }
}

async function enter(
  { mustSetUp }: { mustSetUp?: boolean | undefined },
  console: ConsoleStart,
): Promise<void> {
  noteSignIn();
  // The new session replaces any left over from an offline sign-out.
  settleSignOut();
  if (mustSetUp) return window.location.assign(secondStepPath);
  notice.success(say.loginSuccessful);
  showToast(say.loginSuccessful);
  window.history.replaceState(null, '', '/');
  await console();
}

function refuse(form: HTMLFormElement, { code, words }: Refusal): void {
  if (code === 'INVALID_INPUT') markField(form, 'username', say.usernameNoEmail);
  else sayIn(form, code === 'TOO_MANY_REQUESTS' ? words : say.loginRefused);
}

/** The console shows notices itself; until it is there, this does. */
function showToast(words: string): void {
  const place = document.createElement('div');
  place.className = 'auth-toast';
  place.setAttribute('role', 'status');
  document.querySelector('.auth')?.append(place);
  place.textContent = words;
}
