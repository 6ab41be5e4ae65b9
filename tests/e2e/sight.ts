/** What is wrong with a page as it is seen: broken rules of WCAG 2.2 AA that a machine can check, and its width. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, type Request, expect } from '@playwright/test';
import type axe from 'axe-core';
import { appText } from '../../src/text/en/app.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Of no level of WCAG, and what readers by ear find their way by. */
const besides = [
  'heading-order',
  'empty-heading',
  'empty-table-header',
  'landmark-unique',
  'landmark-one-main',
];

/** The smaller of its two files: a page reads it anew after each load, and that is a third of a look. */
const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each broken rule with where; `without` names rules the caller looks after in another way. */
export async function flaws(page: Page, without: readonly string[] = []): Promise<string[]> {
  const options: axe.RunOptions = {
    runOnly: tags,
    rules: Object.fromEntries([
      ...besides.map((rule) => [rule, { enabled: true }]),
      ...without.map((rule) => [rule, { enabled: false }]),
    ]),
    // A path is made for what is broken only: on a full list that is half of the time.
    resultTypes: ['violations'],
  };
  // A second look at a page finds it there, and compiled.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (asked) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  }, options);
}

/**
 * When a screen stands: what the page brought is taken over by its scripts, and nothing loads. On a busy machine the
 * network rests between two scripts too.
 */
export async function stands(page: Page): Promise<void> {
  await page.waitForFunction((loading) => {
    const mains = [...document.querySelectorAll('main')];
    const waits = `[aria-busy="true"], [role="status"][aria-label="${loading}"]`;
    return mains.length > 0 && mains.every((it) => !it.closest('[inert]') && !it.querySelector(waits));
  }, appText.loading);
  // What is measured next is measured in the product's typeface.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Between two scripts the network of a page that is not there yet rests for less, in milliseconds. */
const restMs = 150;
/** Follows what a page asks for from now on; the answer waits until it asks for nothing, a third of Playwright's wait. */
export function followNetwork(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let since = 0;
  const ends = (one: Request): void => {
    open.delete(one);
    since = Date.now();
  };
  page.on('request', (one) => open.add(one));
  page.on('requestfinished', ends);
  page.on('requestfailed', ends);
  return () =>
    expect.poll(() => open.size === 0 && Date.now() - since >= restMs, { intervals: [30] }).toBe(true);
}

/** Pixels by which a page is wider than its window; nobody scrolls sideways. */
export const wideAs = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What somebody wrote may end in an ellipsis; a name, a number, a day or a state may not. */
const longestName = 36;
/** Words that are cut on the page as it stands, each once. */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate((longest) => {
    const cut = new Set<string>();
    for (const it of document.querySelectorAll<HTMLElement>('body *')) {
      if (it.scrollWidth <= it.clientWidth + 1 || !it.checkVisibility()) continue;
      const { textOverflow, overflowX } = getComputedStyle(it);
      if (textOverflow !== 'ellipsis' || overflowX === 'visible') continue;
      const words = it.textContent.trim();
      if (words.length <= longest) cut.add(`cut: “${words}” of ${it.scrollWidth} px in ${it.clientWidth}`);
    }
    return [...cut].slice(0, 5);
  }, longestName);

/** What a thumb needs, in CSS pixels. */
const thumb = 48;
/** Where a thumb may press that is smaller than it, with its size; links within a sentence follow its lines. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressable = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"]';
    const isOf = (it: Element, found: Element | null): boolean =>
      it.contains(found) || found?.closest('label')?.control === it;
    const reachOf = (it: Element, x: number, y: number): number => {
      // Beyond its own box what is pressed may still be it: a label, or a ring laid around it.
      const ends = [-1, 1].map((way) => {
        let far = 0;
        while (
          far < least &&
          isOf(it, document.elementFromPoint(x * way * (far + 1) + at.x, y * way * (far + 1) + at.y))
        )
          far += 1;
        return far;
      });
      return 1 + (ends[0] ?? 0) + (ends[1] ?? 0);
    };
    const at = { x: 0, y: 0 };
    const small = new Map<string, string>();
    for (const it of document.querySelectorAll(pressable)) {
      if (!it.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
      if (it.matches(':disabled, [readonly], [tabindex="-1"]') || it.closest('[inert], [aria-hidden="true"]'))
        continue;
      if (getComputedStyle(it).display === 'inline' && it.closest('p, li, dd, small')) continue;
      it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // What is typed among tags stands in a frame, which is what a finger aims at.
      const box = (it.closest('.mantine-MultiSelect-input') ?? it).getBoundingClientRect();
      at.x = box.x + box.width / 2;
      at.y = box.y + box.height / 2;
      if (!isOf(it, document.elementFromPoint(at.x, at.y))) continue;
      const wide = Math.max(Math.round(box.width), reachOf(it, 1, 0));
      const high = Math.max(Math.round(box.height), reachOf(it, 0, 1));
      if (wide >= least && high >= least) continue;
      const name = (it.getAttribute('aria-label') ?? it.textContent).trim().slice(0, 24);
      const kind = `${it.tagName.toLowerCase()}.${it.className.toString().split(' ')[0] ?? ''}`;
      if (!small.has(kind)) small.set(kind, `small target: ${kind} “${name}” ${wide}×${high}`);
    }
    scrollTo(0, 0);
    return [...small.values()];
  }, thumb);
