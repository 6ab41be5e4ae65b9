/** Call bar at every width: unbroken text, no overlap or truncation, thumb targets, and limited height on a desk. */
import { type Page, expect } from '@playwright/test';
import { cutWords, flaws, tooSmall, wideAs } from '../e2e/sight.ts';
import { test } from './kit.ts';
import { widerLetters } from './wider-letters.ts';

const calls = ['talk', 'ringing', 'heard', 'lost', 'loans', 'held', 'two', 'transfer', 'unknown', 'wrap-up'];
const widths = [320, 390, 820, 900, 1280, 1920];
/** The form is below the bar; the bar's maximum share of the window, by width. */
const mostHigh: Readonly<Record<number, number>> = { 900: 190, 1280: 130, 1920: 115 };

/** Broken texts, wrapped buttons, overlaps and overflow. */
const troubles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const strip = document.querySelector('#call-line > section');
    if (!strip) return ['no bar'];
    const found: string[] = [];
    const lines = (range: Range): number => new Set([...range.getClientRects()].map(({ top }) => top)).size;
    const walker = document.createTreeWalker(strip, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const isPressed = node.parentElement?.closest('button, [class*=presses]');
      for (const { index, 0: word } of text.matchAll(isPressed ? /.+/gu : /[^\s-]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (lines(range) > 1) found.push(`“${word}” on ${lines(range)} lines`);
      }
    }
    const frame = strip.getBoundingClientRect();
    const leaves = [...strip.querySelectorAll('a, button, time, p')].filter((it) => it.checkVisibility());
    const boxOf = (it: Element): DOMRect => {
      if (it.localName === 'button') return it.getBoundingClientRect();
      // Touch targets are larger than their text.
      const range = document.createRange();
      range.selectNodeContents(it);
      return range.getBoundingClientRect();
    };
    const boxes = leaves.map((it) => ({ name: it.textContent, box: boxOf(it) }));
    const apart = 0.5;
    for (const [i, { name, box }] of boxes.entries()) {
      if (box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom)
        found.push(`“${name}” beyond the bar`);
      for (const { name: other, box: its } of boxes.slice(i + 1))
        if (
          box.left + apart < its.right &&
          its.left + apart < box.right &&
          box.top + apart < its.bottom &&
          its.top + apart < box.bottom
        )
          found.push(`“${name}” over “${other}”`);
    }
    return found;
  });

async function checkStrip(page: Page, call: string, width: number): Promise<void> {
  const strip = page.getByRole('region', { name: 'Call', exact: true });
  await expect(strip.getByRole('button').or(strip.getByRole('link')).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect.soft(await troubles(page), `${width}`).toEqual([]);
  expect.soft(await wideAs(page), `wider than ${width}`).toBeLessThanOrEqual(0);
  expect.soft(await cutWords(page), `${width}`).toEqual([]);
  if (width < 900) expect.soft(await tooSmall(page), `${width}`).toEqual([]);
  if (width === 390 || width === 1280) expect.soft(await flaws(page), `${width}`).toEqual([]);
  const most = mostHigh[width];
  if (most && call === 'talk')
    expect.soft((await strip.boundingBox())?.height, `height at ${width}`).toBeLessThanOrEqual(most);
}

for (const call of calls) {
  test(`the bar of a call, ${call}, fits at every width`, async ({ open }) => {
    for (const width of widths) {
      const page = await open(`screen=call&call=${call}`, { width, height: 800 });
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
      await checkStrip(page, call, width);
    }
  });

  test(`the bar of a call, ${call}, breaks no label in wider letters`, async ({ open }) => {
    for (const width of widths) {
      const page = await open(`screen=call&call=${call}`, { width, height: 800 });
      await page.addStyleTag({ content: widerLetters });
      await checkStrip(page, 'any', width);
    }
  });
}

test('all loans of the borrower are in the bar of a call with their dues, those of other users without a link', async ({
  open,
}) => {
  const page = await open('screen=call&call=loans', { width: 1280, height: 800 });
  const loans = page.getByRole('list', { name: 'Loans of this borrower' });
  await expect(loans.getByRole('listitem')).toHaveCount(3);
  await expect(loans.getByRole('link', { name: /^SVM10000776 · ₹4,52,000/u })).toHaveAttribute(
    'href',
    '/view-borrower?id=2',
  );
  await expect(loans.getByText(/^SVM10000777 · ₹98,000 \(assigned to another user\)$/u)).toBeVisible();
  await expect(loans.getByRole('link')).toHaveCount(2);
});

test('a call with a lost line offers no button that requires the line', async ({ open }) => {
  const page = await open('screen=call&call=lost', { width: 1280, height: 800 });
  const strip = page.getByRole('region', { name: 'Call', exact: true });
  await expect(strip.getByRole('button', { name: 'Hang up' })).toBeVisible();
  for (const name of ['Mute', 'Resume', 'Hold', 'Transfer', 'Keypad'])
    await expect(strip.getByRole('button', { name })).toHaveCount(0);
});
