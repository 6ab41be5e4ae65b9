/** Finds a Chromium for the browser tests, or gets one. */
import fs from 'node:fs';
import { refuse, run, say, tool } from './lib.mjs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium, installed by the system's package manager or by Playwright where there is none. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  say('Installing Chromium …');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && fs.existsSync('/usr/bin/apt-get')) {
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  }
  const bySystem = await findChromium();
  if (bySystem) return bySystem;
  const { output } = await tool('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  const byPlaywright = await findChromium();
  if (byPlaywright) return byPlaywright;
  process.stderr.write(output);
  return refuse('There is no Chromium and none could be installed: set CHROMIUM_PATH to one.');
}

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return fs.existsSync(named) ? named : refuse(`CHROMIUM_PATH is wrong: there is no ${named}.`);
  const { chromium } = await import('playwright');
  for (const candidate of [...INSTALLED, chromium.executablePath()]) {
    // Ubuntu's chromium-browser can be a script that only asks for a snap.
    if (fs.existsSync(candidate) && (await run(candidate, ['--version'])).ok) return candidate;
  }
  return undefined;
}
