/** Fields of the plain pages: label, input, and error. */
import { sessionText as say } from '#contexts/agency/text/en/session.ts';

interface FieldSpec {
  name: string;
  label: string;
  kind: 'email' | 'password' | 'code' | 'recovery';
  autocomplete: string;
}

export function fieldMarkup({ name, label, kind, autocomplete }: FieldSpec): string {
  const isSecret = kind === 'password';
  const mode = { email: ' inputmode="email"', code: ' inputmode="numeric"', password: '', recovery: '' }[
    kind
  ];
  const input = `<input id="${name}" name="${name}" type="${isSecret ? 'password' : 'text'}"${mode} autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" aria-describedby="${name}-error">`;
  const reveal = `<button type="button" class="auth-reveal" aria-pressed="false" aria-controls="${name}" aria-label="${say.showPassword}"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/></svg></button>`;
  return `<div class="auth-field"><label for="${name}">${label}</label><div class="auth-input">${input}${isSecret ? reveal : ''}</div>
<p class="auth-error" id="${name}-error"></p></div>`;
}

const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;
export const valueOf = (form: HTMLFormElement, name: string): string => inputOf(form, name).value;

/** Shows what is wrong with a field, or that nothing is. */
export function markField(form: HTMLFormElement, name: string, fault: string): void {
  const input = inputOf(form, name);
  if (fault) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  const place = form.querySelector(`#${name}-error`);
  if (place) place.textContent = fault;
}

export type Check = (value: string, form: HTMLFormElement) => string;

/** Validates all fields, shows every error, focuses the first and returns whether the form is valid. */
export function isComplete(form: HTMLFormElement, checks: Record<string, Check>): boolean {
  let first: string | undefined;
  for (const [name, check] of Object.entries(checks)) {
    const fault = check(valueOf(form, name), form);
    markField(form, name, fault);
    if (fault) first ??= name;
  }
  if (first) inputOf(form, first).focus();
  return first === undefined;
}

/** A shown error disappears once corrected. */
export function mendWhileTyping(form: HTMLFormElement, checks: Record<string, Check>): void {
  form.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    const check = checks[name];
    if (check && inputOf(form, name).hasAttribute('aria-invalid')) markField(form, name, check(value, form));
  });
}

/** Reveal button of a password. */
export function runReveals(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('.auth-reveal'))
    button.addEventListener('click', () => {
      const input = inputOf(form, button.getAttribute('aria-controls') ?? '');
      const hide = input.type === 'text';
      input.type = hide ? 'password' : 'text';
      button.setAttribute('aria-pressed', String(!hide));
      button.setAttribute('aria-label', hide ? say.showPassword : say.hidePassword);
    });
}

const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
export const checkEmail: Check = (value) => {
  if (!value.trim()) return say.usernameMissing;
  return emailLike.test(value.trim()) ? '' : say.usernameNoEmail;
};
