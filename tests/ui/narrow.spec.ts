/** Nothing is wider than a narrow phone, and no word touches the frame around it. */
import { expect } from '@playwright/test';
import { wideAs } from '../e2e/sight.ts';
import { test } from './kit.ts';

for (const width of [320, 360, 390])
  test(`thousands of crores, long and joined strings fit at ${width}`, async ({ open }) => {
    const page = await open('screen=narrow', { width, height: 700 });
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(await wideAs(page)).toBe(0);
    // In pixels, from the words to the frame around them, both at their sides and beyond it.
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
