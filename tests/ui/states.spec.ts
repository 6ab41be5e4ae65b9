/** The seven states of a list, and of a form: texts, accessibility and reachability. */
import { type Page, expect } from '@playwright/test';
import { flaws, wideAs } from '../e2e/sight.ts';
import { desk, phone, test } from './kit.ts';

const states: Record<string, (page: Page) => Promise<unknown>> = {
  'state=loading': (page) => expect(page.getByRole('status', { name: 'Loading' })).toBeVisible(),
  'state=empty': (page) => expect(page.getByText('No cases yet.')).toBeVisible(),
  'state=filled': (page) => expect(page.getByText('Mohammed Das').first()).toBeVisible(),
  'state=error': async (page) => {
    await expect(page.getByRole('alert')).toContainText('An error has occurred.');
    await expect(page.getByText('Reference f00dfeed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'state=offline': (page) => expect(page.getByText('As of 21-11-2026 01:35')).toBeVisible(),
  'state=unreachable': (page) => expect(page.getByRole('alert')).toContainText('cannot be reached'),
  'state=forbidden': async (page) => {
    await expect(page.getByRole('alert')).toContainText('not authorized');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  },
  'state=partial': async (page) => {
    await expect(page.getByText('Mohammed Das').first()).toBeVisible();
    await page.evaluate(() => (window as unknown as { refresh: () => void }).refresh());
    await expect(page.getByText('may be out of date')).toBeVisible();
    await expect(page.getByText('Mohammed Das').first()).toBeVisible();
  },
  'state=empty&screen=rooms': (page) => expect(page.getByRole('button', { name: 'Add Room' })).toHaveCount(2),
  'state=filled&q=nobody': (page) =>
    expect(page.getByRole('button', { name: 'Clear search and filters' })).toBeVisible(),
  'state=filled&page=9': (page) => expect(page.getByRole('button', { name: 'First page' })).toBeVisible(),
  'screen=rooms&edit=1': (page) => expect(page.getByRole('dialog', { name: 'Edit Room' })).toBeVisible(),
};

/** Colours are the same at every size, so each scheme is seen at one. */
const sights = [
  { size: phone, colorScheme: 'dark' },
  { size: desk, colorScheme: 'light' },
] as const;
for (const [query, isThere] of Object.entries(states))
  test(`${query} shows its state and is clean at both sizes, light and dark`, async ({ open }) => {
    for (const { size, colorScheme } of sights) {
      const page = await open(query, size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await isThere(page);
      expect.soft(await flaws(page), `${size.width} ${colorScheme}`).toEqual([]);
      expect.soft(await wideAs(page), `wider than ${size.width}`).toBeLessThanOrEqual(0);
    }
  });

const looks = '[role=dialog] *, article, header';
for (const query of ['state=filled', 'screen=rooms', 'screen=rooms&edit=new'])
  test(`targets of ${query} are at least 44 pixels for a finger`, async ({ open }) => {
    const page = await open(query, phone);
    await expect(page.locator(looks).first()).toBeVisible();
    const small = await page.evaluate(() => {
      // Controls inside a field, such as its clear button, share the field's touch target.
      const targets =
        'button:not([class*=mantine-Input] *), select, input:not([type=checkbox], [type=hidden])';
      return [...document.querySelectorAll<HTMLElement>(targets)]
        .map((element) => ({
          name: element.ariaLabel ?? element.getAttribute('name') ?? element.textContent,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.height > 0 && (box.height < 43.9 || box.width < 43.9))
        .map(({ name, box }) => `${name} ${box.width}x${box.height}`);
    });
    expect(small).toEqual([]);
  });
