/** Before Inter has come, and in a typeface of wider letters, no button breaks its label and nothing is cut. */
import { type Page, expect } from '@playwright/test';
import { cutWords, wideAs } from '../e2e/sight.ts';
import { test } from './kit.ts';
import { sights, sizes } from './sights.ts';
import { widerLetters } from './wider-letters.ts';

/** Buttons with the number of text rows in their label. */
const labelLines = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, [role=tab], label')]
      .filter((it) => it.checkVisibility())
      .map((it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => bottom);
        // Parts of one line differ by the size of their letters, at most by half of a line.
        const lines = tops
          .sort((a, b) => a - b)
          .filter((top, i, all) => i === 0 || top - (all[i - 1] ?? 0) > 8);
        return `${it.textContent}: ${lines.length}`;
      }),
  );

/** Truncated texts; the amount differs by font. */
const cutNames = async (page: Page): Promise<string[]> =>
  (await cutWords(page)).map((words) => words.replace(/ of \d+ px.*$/u, ''));

for (const { name, query, ready } of sights)
  test(`${name} breaks no label in wider letters`, async ({ open }) => {
    for (const size of sizes) {
      const page = await open(query, size);
      await ready(page);
      const before = { lines: await labelLines(page), cut: await cutNames(page) };
      await page.addStyleTag({ content: widerLetters });
      expect.soft(await labelLines(page), `${size.width}`).toEqual(before.lines);
      expect.soft(await cutNames(page), `${size.width}`).toEqual(before.cut);
      expect.soft(await wideAs(page), `wider than ${size.width}`).toBeLessThanOrEqual(0);
    }
  });
