/** Opens the page of states in the size and with the state a test wants. */
import { type Page, test as base, expect } from '@playwright/test';
import { loadInter } from './inter.ts';
import { serveStates } from './site.ts';

export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 800 };
type Open = (query: string, size?: { width: number; height: number }) => Promise<Page>;

export const test = base.extend<{ open: Open }, { site: string }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, give) => {
      const site = await serveStates();
      await give(site.url);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  async open({ page, site }, give) {
    const heard: string[] = [];
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    await give(async (query, size = desk) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${site}index.html?${query}`);
      if (!query.includes('typeface=none')) await loadInter(page);
      return page;
    });
    expect(heard).toEqual([]);
  },
});

/** What the page sent to the server so far, other than reads. */
export const sentBy = (page: Page): Promise<{ line: string; body: unknown }[]> =>
  page.evaluate(() => (window as unknown as { sent: { line: string; body: unknown }[] }).sent);
