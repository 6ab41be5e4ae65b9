/** Toasts never cover a control of the dialer. */
import { expect } from '@playwright/test';
import { test } from './kit.ts';

for (const width of [390, 1280])
  test(`toasts are below the bar of a call at ${width}`, async ({ open }) => {
    const page = await open('screen=call&call=talk&notices', { width, height: 844 });
    await expect(page.getByText('Promise saved')).toBeVisible();
    const strip = page.getByRole('region', { name: 'Call', exact: true });
    await expect(strip.getByRole('button').first()).toBeVisible();
    await expect
      .poll(async () => {
        const [bar, toasts] = await Promise.all([
          strip.boundingBox(),
          page.locator('[popover]', { hasText: 'Promise saved' }).boundingBox(),
        ]);
        return bar && toasts && toasts.y >= bar.y + bar.height;
      })
      .toBe(true);
  });
