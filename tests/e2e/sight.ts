/** Accessibility violations: machine-checkable WCAG 2.2 AA rules, and page width. */
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

/** The smaller build: parsed after each page load, a third of a check. */
const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations with locations; `without` excludes rules checked otherwise. */
export async function flaws(page: Page, without: readonly string[] = []): Promise<string[]> {
  const options: axe.RunOptions = {
    runOnly: tags,
    rules: Object.fromEntries([
      ...besides.map((rule) => [rule, { enabled: true }]),
      ...without.map((rule) => [rule, { enabled: false }]),
    ]),
    // Computes paths of violations only: on a full list half of the time.
    resultTypes: ['violations'],
  };
  // A repeated check finds it compiled.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (asked) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  }, options);
}

/**
 * A screen is ready: scripts have replaced the initial page, and nothing loads. On a busy host the network is idle
 * between two scripts too.
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

/** Shorter idle time between two scripts of a loading page, in milliseconds. */
const restMs = 150;
/** Tracks requests from now on; resolves when idle, in a third of Playwright's time. */
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

/** Pixels of horizontal overflow. */
export const wideAs = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Free text may be truncated; a name, a number, a day or a state may not. */
const longestName = 36;
/** Truncated texts on the page, without duplicates. */
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
/** Touch targets below thumb size, with their size; inline links are exempt. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressable = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"]';
    const isOf = (it: Element, found: Element | null): boolean =>
      it.contains(found) || found?.closest('label')?.control === it;
    const reachOf = (it: Element, x: number, y: number): number => {
      // The target may extend beyond its box: a label, or a surrounding ring.
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
      // The tag field's frame is the touch target.
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
