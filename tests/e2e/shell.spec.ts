/** The installed app with interference: a foreign page, and an origin without TLS. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Page, chromium, expect, test } from '@playwright/test';
import { pinText } from '../../src/contexts/sync/text/en/pin.ts';
import { kitText } from '../../src/text/en/kit.ts';
import { arrived, onDisk, outcomeForm, promise, said, someLoan } from './field.ts';
import { launch } from './launch.ts';
import { reopened, signIn, whenInstalled } from './people.ts';
import { openWire } from './proxy.ts';

test.use({ serviceWorkers: 'allow' });

/** Worker of another version: its shell is fetched again. */
async function newShell(answer: http.IncomingMessage): Promise<string> {
  const script = await text(answer);
  const changed = script.replace(/("revision":")\w+(","url":"index\.html")/, '$1of-the-next-version$2');
  if (changed === script) throw new Error('The worker names no shell');
  return changed;
}

/** Proxy that can replace screens by its page and block entries. */
async function openProxy(port: number) {
  const trouble = { isForeign: false, isHeld: false };
  const proxy = http.createServer((request, response) => {
    if (trouble.isForeign && request.url === '/')
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Under maintenance</h1>');
    if (trouble.isHeld && request.url === '/api/sync/batch') return response.destroy();
    const { method, url = '/' } = request;
    const { 'accept-encoding': _, ...headers } = request.headers;
    const asked = http.request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      if (url === '/sw.js?foreign')
        return void newShell(answer).then((script) =>
          response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script),
        );
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // An answer that breaks off breaks off for the browser as well, instead of never ending.
      pipeline(answer, response, () => undefined);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  proxy.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((done) => {
      proxy.closeAllConnections();
      proxy.close(() => done());
    });
  return { trouble, url, close };
}

/** State of a worker registered under another address, which is another version. */
const update = (page: Page, name: string): Promise<string> =>
  page.evaluate(async (to) => {
    const registration = await navigator.serviceWorker.register(to).catch(() => undefined);
    const worker = registration?.installing;
    if (!worker) return registration?.waiting ? 'installed' : 'redundant';
    return new Promise<string>((resolve) => {
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'installing') resolve(worker.state);
      });
    });
  }, name);

test("another user's page never becomes the app, and the rescue page sends queued entries", async ({
  browser,
  baseURL,
}) => {
  const { trouble, url, close } = await openProxy(Number(new URL(baseURL ?? '').port));
  const context = await browser.newContext({ baseURL: url });
  try {
    const page = await context.newPage();
    await signIn(page, 'agent');
    await whenInstalled(page);
    const loanId = await someLoan(page.request, 14);
    trouble.isHeld = true;
    const comments = `rescued ${Date.now()}`;
    await promise(page, loanId, comments);
    await said(page, 'Saved on this phone. It will be sent automatically.');
    trouble.isForeign = true;
    expect(await update(page, '/sw.js?foreign')).toBe('redundant');
    await page.goto('/queue');
    await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
    await expect(page.getByText('Under maintenance')).toBeHidden();

    await page.goto('/rescue.html');
    await expect(page.getByText('1 entry waits on this phone.')).toBeVisible();
    trouble.isHeld = false;
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Nothing is waiting on this phone.')).toBeVisible();
    expect(await arrived(page.request, loanId, comments)).toBe(1);
    trouble.isForeign = false;
    await page.getByRole('button', { name: 'Load the app anew' }).click();
    await expect(page).toHaveURL(/home/);
    expect(await onDisk(page, 'receipts')).toHaveLength(1);
    // The genuine page is accepted.
    expect(await update(page, '/sw.js?true')).toMatch(/installed|activ/);
  } finally {
    await context.close();
    await close();
  }
});

test('without TLS entries are sent immediately, and the form explains that they cannot be stored', async ({
  page: desk,
  baseURL,
}) => {
  // Tests use a resolvable address.
  await signIn(desk, 'agent');
  const { port } = new URL(baseURL ?? '');
  const args = [...(launch.args ?? []), '--host-resolver-rules=MAP recoup.example 127.0.0.1'];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const context = await browser.newContext({ baseURL: `http://recoup.example:${port}` });
    const page = await context.newPage();
    await signIn(page, 'agent');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expect(page.getByText('The address of this page begins with http')).toBeVisible();
    const loanId = await someLoan(desk.request, 15);
    const comments = `at once ${Date.now()}`;
    await page.route('**/api/borrower/dispositions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await promise(page, loanId, comments);
    const form = outcomeForm(page);
    await expect(form.getByText('Not saved: the address of this page begins with http')).toBeVisible();
    await page.unroute('**/api/borrower/dispositions');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByLabel('PTP Amount')).toBeHidden();
    await expect.poll(() => arrived(desk.request, loanId, comments)).toBe(1);
  } finally {
    await browser.close();
  }
});

test('a console is cached on the phone even if its socket failed to load', async ({ page }) => {
  let refused = 0;
  await page.route(/\/assets\/esm-/, (route) => {
    refused++;
    return route.abort();
  });
  await signIn(page, 'agent');
  await whenInstalled(page);
  expect(refused).toBeGreaterThan(0);
});

test('leaving a page before its update checker loads causes no error', async ({ page }) => {
  await signIn(page, 'agent3');
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('workbox-window'));
  await page.route(/workbox-window/, (route) => route.abort());
  await page.goto('/borrowers');
  await cut;
  await page.waitForLoadState('networkidle');
  expect(broken).toEqual([]);
  await expect(page.getByRole('link').first()).toBeVisible();
});

test('"Now on this phone" appears once the app itself is stored, with progress before', async ({
  browser,
  baseURL,
}) => {
  const wire = await openWire(Number(new URL(baseURL ?? '').port));
  const context = await browser.newContext({ baseURL: wire.url, serviceWorkers: 'allow' });
  try {
    const page = await context.newPage();
    // A file fetched by the worker only: it hangs.
    wire.hang('GET /rescue.css');
    await signIn(page, 'agent10');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Offline PIN' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('PIN, 6 digits').fill('481516');
    await sheet.getByLabel('Repeat PIN').fill('481516');
    await sheet.getByRole('button', { name: 'Set PIN' }).click();
    await expect(sheet.getByText(/^Storing for offline use: \d+ of \d+/)).toBeVisible();
    await expect(page.getByText(pinText.isSet)).toHaveCount(0);
    wire.release();
    await expect(page.getByText(pinText.isSet)).toBeVisible();
    await expect(sheet).toBeHidden();
    await context.setOffline(true);
    const later = await reopened(context, page, '/borrowers');
    await expect(later.getByRole('dialog', { name: 'Locked for privacy' })).toBeVisible();
  } finally {
    await context.close();
    await wire.close();
  }
});

test('a form that fails to load shows an error, and loads when the network returns', async ({ page }) => {
  const form = '**/assets/outcome-form*.js';
  await page.route(form, (route) => route.abort());
  await signIn(page, 'agent10');
  await page.goto(`/view-borrower?id=${await someLoan(page.request, 8)}`);
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toBeVisible();
  await page.getByRole('button', { name: 'Add PTP' }).click();
  await expect(page.getByText(kitText.partMissing)).toBeVisible();
  await expect(name).toBeVisible();
  await page.unroute(form);
  await page.getByRole('button', { name: kitText.tryAgain }).click();
  await expect(outcomeForm(page).getByLabel('PTP Amount')).toBeVisible();
  await expect(page.getByText(kitText.partMissing)).toHaveCount(0);
});
