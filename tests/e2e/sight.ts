/** What is wrong with a page as it is seen: broken rules of WCAG 2.2 AA that a machine can check, and its width. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Of no level of WCAG, and what readers by ear find their way by. */
const besides = [
  'heading-order',
  'empty-heading',
  'empty-table-header',
  'landmark-unique',
  'landmark-one-main',
];

/** Each broken rule with where; `without` names rules the caller looks after in another way. */
export async function flaws(page: Page, without: readonly string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Otherwise each look opens and closes a page of its own, which now and then is gone too early.
    .setLegacyMode()
    .options({
      runOnly: tags,
      rules: Object.fromEntries([
        ...besides.map((rule) => [rule, { enabled: true }]),
        ...without.map((rule) => [rule, { enabled: false }]),
      ]),
      // A path is made for what is broken only: on a full list that is half of the time.
      resultTypes: ['violations'],
    })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}

/** Pixels by which a page is wider than its window; nobody scrolls sideways. */
export const wideAs = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
