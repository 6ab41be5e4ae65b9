/** Sign-in, landing, redirect, and session expiry: document 1, sections 2.4 and 4.5. */
import { type Page, expect, test } from '@playwright/test';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { listen, listenFromStart, said } from './field.ts';
import { signIn } from './people.ts';
import { followShifts, shiftOf } from './shift.ts';

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

test('the sign-in form loads without layout shift', async ({ page, context }) => {
  await followShifts(context);
  for (const path of ['/login', '/forgot-password']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Dots of the slides change their width.
    expect((await shiftOf(page)).sum, path).toBeLessThan(0.001);
  }
});

test('the form shows missing fields and focuses the first', async ({ page }) => {
  await page.goto('/login');
  await submit(page);
  await expect(page.getByText('Please enter your username')).toBeVisible();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await expect(username(page)).toBeFocused();
  await username(page).fill('agent');
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
});

test('a wrong password and an unresponsive server have separate messages', async ({ page }) => {
  await page.goto('/login');
  await username(page).fill('nobody@recoup.test');
  await password(page).fill('not-the-password');
  await submit(page);
  await expect(page.getByText('Invalid username or password')).toBeVisible();
  await page.route('**/api/auth/login', (route) => route.abort());
  await submit(page);
  await expect(page.getByText('An error occurred!')).toBeVisible();
});

const landings = {
  agent: '/home',
  lead: '/home',
  manager: '/home',
  admin: '/admin/dashboard',
  client: '/portal',
};
for (const [account, path] of Object.entries(landings))
  test(`${account} lands on ${path} with a notice`, async ({ page }) => {
    await page.goto('/login');
    await username(page).fill(`${account}@recoup.test`);
    await password(page).fill(demoPassword);
    await listen(page);
    await submit(page);
    await said(page, 'Login successful');
    await expect(page).toHaveURL(path);
    await page.goto('/login');
    await expect(page).toHaveURL(path);
  });

test('remember me sets a thirty-day cookie, otherwise a browser-session one', async ({ page, context }) => {
  const expires = async (): Promise<number> =>
    // A device cookie lasts for a year.
    (await context.cookies()).find(({ name }) => name === 'sid')?.expires ?? NaN;
  await signIn(page, 'agent');
  expect(await expires()).toBe(-1);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Remember me').check();
  await username(page).fill('agent@recoup.test');
  await password(page).fill(demoPassword);
  await submit(page);
  await expect(page).toHaveURL('/home');
  const days = (await expires()) / 86_400 - Date.now() / 86_400_000;
  expect(days).toBeGreaterThan(29);
  expect(days).toBeLessThan(31);
});

test('the slides advance automatically, and can be paused', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  const shown = page.locator('[aria-roledescription=slide]:not([inert])');
  const first = await shown.innerText();
  await page.clock.runFor(1500);
  await expect(shown).not.toHaveText(first);
  await page.getByRole('button', { name: 'Pause slides' }).click();
  // Under the pointer and on focus they always pause.
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Play slides' }).blur();
  const paused = await shown.innerText();
  await page.clock.runFor(1600);
  expect(await shown.innerText()).toBe(paused);
});

test('an expired session shows a notice, clears local storage and returns to its page, once', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent');
  await page.goto('/account/sessions?seen=1');
  await expect(page.getByRole('heading', { name: 'My sessions' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('left-over', '1'));
  await context.clearCookies();
  await listenFromStart(page);
  await page.reload();
  await said(page, 'Session expired');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('left-over'))).toBeNull();
  await signInHere(page, 'agent');
  await expect(page).toHaveURL('/account/sessions?seen=1');
  await page.goto('/');
  await expect(page).toHaveURL('/home');
});

test('another user is never shown the path of the one before', async ({ page, context }) => {
  await signIn(page, 'agent');
  await page.goto('/account/sessions');
  await expect(page.getByRole('heading', { name: 'My sessions' })).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL('/login');
  await signInHere(page, 'agent2');
  await expect(page).toHaveURL('/home');
});

test('a stored path that leads to another host is not followed', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() =>
    sessionStorage.setItem('recoup-redirect', JSON.stringify({ path: '//evil.example/x' })),
  );
  await signInHere(page, 'agent');
  await expect(page).toHaveURL('/home');
});

test('signing out clears this device and closes the session', async ({ page }) => {
  await signIn(page, 'agent');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  // The agency marker contains no personal data.
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((name) => name !== 'recoup-agency')).toEqual([]);
  await page.goto('/home');
  await expect(page).toHaveURL('/login');
});

test('a failed server sign-out leaves the session active', async ({ page }) => {
  await signIn(page, 'agent');
  const json = { statusCode: 500, code: 'BROKEN', message: 'broken', facts: {}, requestId: 'none' };
  const headers = { 'X-Server-Time': new Date().toISOString() };
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json, headers }));
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('logout failed')).toBeVisible();
  await expect(page).toHaveURL('/home');
});

test('failures have messages, and a sign-in link for signed-out users', async ({ page }) => {
  await page.goto('/page403');
  await expect(page.getByText('Sorry, you are not authorized to access this page.')).toBeVisible();
  await page.goto('/no-such-page');
  await expect(page.getByText('Sorry, the page you visited does not exist.')).toBeVisible();
  await page.getByRole('button', { name: 'Log In' }).click();
  await signInHere(page, 'agent');
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL('/page403');
  await expect(page.getByText('Sorry, you are not authorized to access this page.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
});

async function signInHere(page: Page, account: string): Promise<void> {
  await expect(username(page)).toBeVisible();
  await username(page).fill(`${account}@recoup.test`);
  await password(page).fill(demoPassword);
  await submit(page);
  await expect(page).not.toHaveURL(/login/);
}
