/** Unsupported browsers: they show why, and what to use. */
import { expect, test } from '@playwright/test';
import { startText } from '../../src/text/en/start.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the page shows that it requires scripts', async ({ page }) => {
    await page.goto('/login');
    // Text in a noscript is invisible to `getByText`.
    await expect(page.getByRole('paragraph').first()).toHaveText(startText.noScript);
    await expect(page.getByText(startText.tooOld)).toBeHidden();
  });
});

/** Chrome 109, of Android 7, has neither; Safari 16 and Firefox 124 lack the first. */
for (const lacking of ['HTMLElement.prototype.popover', 'Array.prototype.toSorted'])
  test(`a browser without ${lacking} shows what to use instead`, async ({ page }) => {
    await page.addInitScript((path) => {
      const [owner = '', , name = ''] = path.split('.');
      const { prototype } = (window as unknown as Record<string, { prototype: object }>)[owner] ?? {};
      Reflect.deleteProperty(prototype ?? {}, name);
    }, lacking);
    await page.goto('/login');
    await expect(page.getByText(startText.tooOld)).toBeVisible();
  });

test('a browser without storage for this site gets that reason, not that it is too old', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse });
  });
  await page.goto('/login');
  await expect(page.getByText(startText.noStorage)).toBeVisible();
  await expect(page.getByText(startText.tooOld)).toHaveCount(0);
});

test('an unparsable script shows an error page, and a slow start shows nothing at first', async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  // However long this page took: what it shows in the ninth second, and in the end.
  await page.evaluate(() =>
    document.getAnimations().forEach((one) => {
      one.pause();
      one.currentTime = 9000;
    }),
  );
  await expect(page.getByText(startText.tooOld)).toBeHidden();
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await expect(page.getByText(startText.tooOld)).toBeVisible();
});

test('a supported browser never shows the browser-too-old message', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(page.getByText(startText.tooOld)).toHaveCount(0);
});
