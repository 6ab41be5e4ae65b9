/** An amount is never cut by the end of a line: not after its minus, not before its unit. */
import { expect } from '@playwright/test';
import { brief, cashText } from '../../src/contexts/reporting/client/parts/words.ts';
import { exactRupees, money, moneyShort, rupees } from '../../src/kernel/ui/parts/values/format.ts';
import { phone, test } from './kit.ts';

test('amounts stay in one line where there is no room for them', async ({ open }) => {
  const page = await open('state=empty', phone);
  const said = [-63, -1_234_567.5, 98_765.4, -12_345_678].flatMap((amount) =>
    [money, rupees, exactRupees, moneyShort, cashText, brief].map((write) => write(amount)),
  );
  const linesOf = (words: readonly string[]): Promise<[string, number][]> =>
    page.evaluate((all) => {
      const narrow = document.createElement('p');
      narrow.style.cssText = 'width:1px;overflow-wrap:normal';
      document.body.append(narrow);
      return all.map((one) => {
        narrow.textContent = one;
        const range = document.createRange();
        range.selectNodeContents(narrow);
        return [one, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
      });
    }, words);
  expect(await linesOf(said)).toEqual(said.map((one) => [one, 1]));
  // In their earlier format, or two of these would be equal.
  expect(await linesOf(['-₹63', '₹98.77 K'])).toEqual([
    ['-₹63', 2],
    ['₹98.77 K', 2],
  ]);
});
