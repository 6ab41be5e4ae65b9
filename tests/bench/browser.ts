/** A Chromium for benchmarks, as slow as a cheap phone. */
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright';
import { launch } from '../e2e/launch.ts';

export const slowdown = 4;

export const openBrowser = (): Promise<Browser> => chromium.launch(launch);

/** From now on the page computes four times slower. */
export async function slow(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
