import type { Page } from '@playwright/test';

/** Loads the product's typeface, because measurements must not depend on system fonts. */
export const loadInter = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const weight of [400, 700]) {
      const faces = await document.fonts.load(`${weight} 16px Inter`, 'a-é₹');
      if (faces.length < 2) throw new Error('Inter is not among the fonts of the page');
    }
  });
