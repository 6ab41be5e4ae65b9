/** Signing in through the page, as a person would. */
import { type BrowserContext, type Page, expect } from '@playwright/test';
import { demoPassword } from '../../src/app/demo/accounts.ts';

export async function signIn(page: Page, account: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(`${account}@recoup.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).not.toHaveURL(/login/);
}

/** Sessions by the first sign-in in this worker. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
/**
 * Signs in once per worker and account, for tests that only need a user; sign-in is tested elsewhere. They share the
 * session, so none closes it; one evicted by later ones is renewed.
 */
export async function enter(page: Page, account: string): Promise<void> {
  const known = sessions.get(account);
  if (known) {
    await page.context().addCookies(known);
    if ((await page.request.get('/api/user/role-permissions')).ok()) return;
  }
  await signIn(page, account);
  sessions.set(account, await page.context().cookies());
}

/** Browser complaints: CSP violations, or console errors. */
export async function complaints(context: BrowserContext): Promise<string[]> {
  const heard: string[] = [];
  await context.exposeFunction('__complain', (text: string) => heard.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { __complain(text: string): void }).__complain(
        `${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`,
      ),
    );
  });
  const listen = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error') heard.push(`${message.text()} at ${page.url()}`);
    });
    page.on('pageerror', (error) => heard.push(`${error.message} at ${page.url()}`));
  };
  context.pages().forEach(listen);
  context.on('page', listen);
  return heard;
}

/** The service worker has cached the shell, so the network may be lost. */
export const whenInstalled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      );
  });

/** Sets the PIN of cached loans for offline work. */
export async function setPin(page: Page, pin = '481516'): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Offline PIN' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('PIN, 6 digits').fill(pin);
  await form.getByLabel('Repeat PIN').fill(pin);
  await form.getByRole('button', { name: 'Set PIN' }).click();
  await expect(page.getByText('Your borrowers are now on this phone')).toBeVisible();
}

/** As after some time in a pocket: no page, no worker, nothing in memory. */
export async function reopened(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const aside = await context.newPage();
  await page.close();
  const tools = await context.newCDPSession(aside);
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.stopAllWorkers');
  await aside.goto(path);
  return aside;
}
