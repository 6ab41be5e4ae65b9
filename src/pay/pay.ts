/** What the payment pages do sooner with a script than without; none of it is needed to pay. */
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import { isProofOfWork } from '#contexts/payments/contract/pay/pay-work.ts';
import { upiUriWith } from '#kernel/contract/uri.ts';

const all = <E extends Element = HTMLElement>(selector: string): E[] => [
  ...document.querySelectorAll<E>(selector),
];
const pause = 1000;

function amountIn(input: HTMLInputElement): string {
  const paise = typedPaise(input.value);
  return paise === undefined ? '' : String(paise / 100);
}

let asked = 0;
async function sayWords(amount: string): Promise<void> {
  const places = [...all('[data-words]')];
  const show = (text: string): void => {
    for (const place of places) place.textContent = text;
  };
  asked += 1;
  const mine = asked;
  const query = new URLSearchParams({ amount, lang: document.documentElement.lang });
  try {
    const text = amount ? await (await fetch(`/pay/words?${query}`)).text() : '';
    if (mine === asked) show(text);
  } catch {
    // The spoken text is optional; offline the digits suffice.
    show('');
  }
}

/** The QR code is from our server, which reads a form. */
function showCode(picture: HTMLImageElement, rupees: string): void {
  const [place = '', query = ''] = (picture.getAttribute('src') ?? '').split('?');
  const said = new URLSearchParams(query);
  if (rupees) said.set('am', rupees);
  else said.delete('am');
  picture.setAttribute('src', `${place}?${said}`);
}

function showAmount(input: HTMLInputElement): void {
  const amount = amountIn(input);
  const inRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
  for (const place of all('[data-sum]')) place.textContent = inRupees.format(Number(amount || 0));
  const rupees = amount ? Number(amount).toFixed(2) : '';
  for (const link of all<HTMLAnchorElement>('a[data-upi]'))
    link.setAttribute('href', upiUriWith(link.getAttribute('href') ?? '', rupees));
  for (const picture of all<HTMLImageElement>('img[data-upi]')) showCode(picture, rupees);
  void sayWords(amount);
}

function later(work: () => void, ms: number): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(work, ms);
  };
}

/** Searches the loan a second after the last key; the response replaces this page. */
async function find(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams({ step: 'find' });
  for (const input of form.querySelectorAll('input')) body.set(input.name, input.value);
  if (!body.get('loanNumber')?.trim()) return;
  try {
    const response = await fetch(location.href, { method: 'POST', body });
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
    const main = document.querySelector('main');
    if (!next || !main) return;
    main.replaceWith(next);
    wire();
    (document.getElementById('amount') ?? document.getElementById('loanNumber'))?.focus();
  } catch {
    // The button still finds it.
  }
}

/** Tries numbers until the hash is as it must be: about a second. Without it the form is sent as it is. */
async function doWork(input: HTMLInputElement, button: HTMLButtonElement | null): Promise<void> {
  if (!window.isSecureContext) return;
  const { value } = input;
  if (button) button.disabled = true;
  for (let i = 0; ; i += 1) {
    const tried = `${value}:${i}`;
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tried));
    if (!isProofOfWork(new Uint8Array(hash))) continue;
    input.value = tried;
    if (button) button.disabled = false;
    return;
  }
}

function wire(): void {
  const amount = document.getElementById('amount');
  if (amount instanceof HTMLInputElement) {
    const show = later(() => showAmount(amount), 300);
    amount.addEventListener('input', show);
  }
  const number = document.getElementById('loanNumber');
  if (number instanceof HTMLInputElement && !number.readOnly && number.form) {
    const { form } = number;
    const work = form.querySelector<HTMLInputElement>('[data-work]');
    const look = later(() => void find(form), pause);
    // With a proof of work pending, the button submits once it is solved.
    if (work) void doWork(work, form.querySelector('button'));
    else number.addEventListener('input', look);
  }
  for (const button of all<HTMLButtonElement>('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
        button.textContent = button.dataset['copied'] ?? '';
      });
    });
  }
  for (const button of all('[data-print]')) button.addEventListener('click', () => window.print());
}

function begin(): void {
  for (const select of all<HTMLSelectElement>('.lang select'))
    select.addEventListener('change', () => select.form?.submit());
  wire();
}

for (const form of all<HTMLFormElement>('form[data-now]')) form.submit();
// Enhancements load after the first paint.
requestAnimationFrame(() => setTimeout(begin));
