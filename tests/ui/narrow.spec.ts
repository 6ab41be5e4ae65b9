/** Nothing exceeds a narrow phone, and no text touches its frame. */
import { expect } from '@playwright/test';
import { wideAs } from '../e2e/sight.ts';
import { test } from './kit.ts';

for (const width of [320, 360, 390])
  test(`thousands of crores, long and joined strings fit at ${width}`, async ({ open }) => {
    const page = await open('screen=narrow', { width, height: 700 });
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(await wideAs(page)).toBe(0);
    // Distance in pixels from the text to its frame, inside and beyond.
    const room = await page.getByRole('button', { name: 'FinalSettlement' }).evaluate((tile) => {
      const range = document.createRange();
      range.selectNodeContents(tile.querySelector('span') ?? tile);
      const [words, frame] = [range.getBoundingClientRect(), tile.getBoundingClientRect()];
      return Math.min(words.left - frame.left, frame.right - words.right);
    });
    expect(room).toBeGreaterThanOrEqual(6);
    const label = page.getByText(/^Thiru/u);
    expect(await label.evaluate((it) => it.getBoundingClientRect().right)).toBeLessThanOrEqual(width - 12);
  });
