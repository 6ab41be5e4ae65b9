/** Second sign-in page, for users with two-factor; loaded on demand. */
import { secondFactorText as say } from '#contexts/agency/text/en/second-factor.ts';
import { sessionText } from '#contexts/agency/text/en/session.ts';
import { loginCode } from './ask.ts';
import { type Check, fieldMarkup, isComplete, mendWhileTyping, valueOf } from './fields.ts';
import { drawPage, onSubmit, sayIn } from './frame.ts';

const checks: Record<string, Check> = { code: (value) => (value.trim() ? '' : say.codeMissing) };

interface Step {
  root: HTMLElement;
  /** Returned instead of a session; stored only here. */
  ticket: string;
  entered: (answer: { mustSetUp?: boolean | undefined }) => Promise<void>;
}

export function showCode(step: Step, isRecovery = false): void {
  const label = isRecovery ? say.recovery : say.code;
  const form = drawPage(step.root, {
    title: say.askTitle,
    about: isRecovery ? say.recoveryAbout : say.askAbout,
    fields: fieldMarkup({
      name: 'code',
      label,
      kind: isRecovery ? 'recovery' : 'code',
      autocomplete: 'one-time-code',
    }),
    button: sessionText.submit,
    after: `<p class="auth-after"><a href="#" data-other>${isRecovery ? say.askApp : say.askRecovery}</a> · <a href="/login">${sessionText.backToLogin}</a></p>${isRecovery ? `<p class="auth-after">${say.lost}</p>` : ''}`,
  });
  mendWhileTyping(form, checks);
  form.querySelector('input')?.focus();
  step.root.querySelector('[data-other]')?.addEventListener('click', (event) => {
    event.preventDefault();
    showCode(step, !isRecovery);
  });
  onSubmit(form, async () => {
    if (isComplete(form, checks)) await send(step, form);
  });
}

async function send({ ticket, entered }: Step, form: HTMLFormElement): Promise<void> {
  try {
    const answer = await loginCode(ticket, valueOf(form, 'code').trim());
    if (!answer.refusal) return await entered(answer.reply);
    const { code, words } = answer.refusal;
    sayIn(form, code === 'SIGN_IN_AGAIN' ? say.tooLate : words);
    form.querySelector('input')?.select();
  } catch {
    sayIn(form, sessionText.loginBroke);
  }
}
