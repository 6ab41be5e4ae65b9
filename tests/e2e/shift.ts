/** Cumulative Layout Shift of a loading page, with its sources. */
import type { BrowserContext, Page } from '@playwright/test';

/** Goal; `npm run bench -- steady` lists screens above it. */
export const mostShift = 0.02;
/** Hard limit, on a busy host too. */
export const tooMuchShift = 0.1;

interface Moved {
  value: number;
  /** What moved, and from where to where on the page. */
  what: string[];
}
declare global {
  var shifts: Moved[];
}

/** Observes layout shifts of each page in this context. */
export async function followShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.shifts = [];
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'gone';
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
      return `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 30)} “${name}”`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(
          ({ node, previousRect: was, currentRect: is }) =>
            `${nameOf(node)} ${was.x},${was.y} ${was.width}×${was.height} → ${is.x},${is.y} ${is.width}×${is.height}`,
        );
        globalThis.shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** All of it since the page was loaded, and what it was when that is too much. */
export async function shiftOf(page: Page): Promise<{ sum: number; why: string[] }> {
  const shifts = await page.evaluate(() => globalThis.shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return {
    sum,
    why: sum > tooMuchShift ? shifts.map(({ value, what }) => `${value.toFixed(3)}: ${what.join('; ')}`) : [],
  };
}
