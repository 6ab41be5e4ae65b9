/** Available engines of this host, and their drivers. */
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserType, firefox, webkit } from 'playwright';
import { openFirefox } from './bidi.ts';
import { openByPlaywright } from './by-playwright.ts';
import type { Opener } from './engine.ts';
import { openWebKit } from './web-driver.ts';

export const onPath = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((file) => existsSync(file));

function byPlaywright(name: string, type: BrowserType): Opener | undefined {
  if (!existsSync(type.executablePath())) return undefined;
  return { name: `${name} of Playwright`, start: () => openByPlaywright(type) };
}

function bySystemWebKit(): Opener | undefined {
  const driver = onPath(['WebKitWebDriver']);
  const browser = globSync('/usr/{lib,lib64,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser').sort().at(-1);
  const hasScreen = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? onPath(['Xvfb']);
  if (!driver || !browser || !hasScreen) return undefined;
  return { name: 'WebKitGTK', start: () => openWebKit(driver, browser) };
}

function bySystemFirefox(): Opener | undefined {
  const binary = onPath(['firefox-esr', 'firefox']);
  return binary ? { name: 'Firefox', start: () => openFirefox(binary) } : undefined;
}

const how = {
  webkit: 'apt-get install webkit2gtk-driver xvfb, or npx playwright install --with-deps webkit',
  firefox: 'apt-get install firefox-esr, or npx playwright install --with-deps firefox',
};

/** Both engines, or a sentence about what is missing: a walk that leaves one out has shown nothing. */
export function findEngines(): Opener[] | string {
  const found = {
    webkit: bySystemWebKit() ?? byPlaywright('WebKit', webkit),
    firefox: bySystemFirefox() ?? byPlaywright('Firefox', firefox),
  };
  const missing = (['webkit', 'firefox'] as const).filter((name) => !found[name]);
  if (missing.length > 0)
    return missing.map((name) => `There is no ${name} on this machine: ${how[name]}.`).join('\n');
  return Object.values(found).filter((one) => one !== undefined);
}
