/** A phone after deletion of its agency, with another one at its host: equal names and ids. */
import { expect, test } from '@playwright/test';
import { arrived, onDisk, promise, said, someLoan } from './field.ts';
import { setPin, signIn, whenInstalled } from './people.ts';
import { type ServerProcess, startServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

let server: ServerProcess;
const env = { DEMO_LOANS: '60' };
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startServer({ env });
});
test.afterAll(() => server.remove());

test('entries queued for an agency are not sent to its replacement, and their agent is notified', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const { url } = server;
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'allow' });
  // One-time notices disappear.
  await context.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      new MutationObserver(() => {
        if (document.body.textContent.includes('1 entry for the one before was not sent to it'))
          sessionStorage.setItem('e2e-told', 'apart');
      }).observe(document.body, { childList: true, subtree: true }),
    ),
  );
  const page = await context.newPage();
  await signIn(page, 'agent');
  await whenInstalled(page);
  await setPin(page);
  const loanId = await someLoan(page.request);
  await page.goto(`/view-borrower?id=${loanId}`);
  await context.setOffline(true);
  await promise(page, loanId, 'of the agency before');
  await said(page, 'Saved on this phone. It will be sent automatically.');

  await server.remove();
  server = await startServer({ port: Number(new URL(url).port), env });
  const sent: string[] = [];
  // Without a session nothing is read: encrypted entries were sent before the phone detected the expiry.
  context.on('response', (response) => {
    if (response.url().endsWith('/sync/batch') && response.status() !== 401)
      sent.push(response.request().postData() ?? '');
  });
  await context.clearCookies();
  await context.setOffline(false);
  await signIn(page, 'agent');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('e2e-told')).catch(() => null))
    .toBe('apart');
  await page.goto('/queue');
  await expect(page.getByText('1 entry on this phone was written for the agency that was')).toBeVisible();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
  await expect(page.getByText('promised')).toBeHidden();
  expect(await onDisk(page, 'items')).toEqual([]);
  expect(await onDisk(page, 'drafts')).toEqual([]);
  const [kept] = await onDisk<{ isUnsent?: true; item: { preview?: object } }>(page, 'sent');
  expect([kept?.isUnsent, kept?.item.preview]).toEqual([true, undefined]);
  // No loan of theirs is cached, and no PIN for one.
  expect(await page.evaluate(() => localStorage.getItem('recoup-vault'))).toBeNull();
  expect(await arrived(page.request, loanId, 'of the agency before')).toBe(0);

  // New entries are sent to the current agency only.
  await promise(page, loanId, 'of the agency after');
  await expect.poll(() => arrived(page.request, loanId, 'of the agency after')).toBe(1);
  expect(sent.filter((text) => text.includes('"seq":1,'))).toEqual([]);
  await context.close();
});
