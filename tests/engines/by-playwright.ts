/** Playwright's engine builds, where the system has none. */
import type { BrowserType } from 'playwright';
import type { Engine } from './engine.ts';

export async function openByPlaywright(type: BrowserType): Promise<Engine> {
  const browser = await type.launch();
  const page = await browser.newPage();
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  return {
    open: async (url) => void (await page.goto(url)),
    ask: <T>(expression: string) => page.evaluate<T>(expression),
    resize: (width, height) => page.setViewportSize({ width, height }),
    thrown: () => thrown.splice(0),
    close: () => browser.close(),
  };
}
