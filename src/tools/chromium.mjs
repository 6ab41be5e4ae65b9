/** Finds a Chromium for the browser tests and benchmarks, or gets one. */
import fs from 'node:fs';
import { refuse, run, say, tool } from './lib.mjs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without the windows and pages of a browser of its own: a fresh page costs three fifths of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
/** The path of the Chromium that tests are run in: the shell where the system has it. */
export async function ensureTestChromium() {
  const chromium = await ensureChromium();
  if (process.env.CHROMIUM_PATH) return chromium;
  if (!fs.existsSync(SHELL)) await install('chromium-headless-shell');
  return (await starts(SHELL)) ? SHELL : chromium;
}

/** The path of a Chromium, installed by the system's package manager or by Playwright where there is none. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  say('Installing Chromium …');
  await install('chromium');
  const bySystem = await findChromium();
  if (bySystem) return bySystem;
  const isRoot = process.getuid?.() === 0;
  const { output } = await tool('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  const byPlaywright = await findChromium();
  if (byPlaywright) return byPlaywright;
  process.stderr.write(output);
  return refuse('There is no Chromium and none could be installed: set CHROMIUM_PATH to one.');
}

/** By the system's package manager, where there is one and one may. */
async function install(name) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return;
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
}

// Ubuntu's chromium-browser can be a script that only asks for a snap.
const starts = async (path) => fs.existsSync(path) && (await run(path, ['--version'])).ok;

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return fs.existsSync(named) ? named : refuse(`CHROMIUM_PATH is wrong: there is no ${named}.`);
  const { chromium } = await import('playwright');
  for (const candidate of [...INSTALLED, chromium.executablePath()]) {
    if (await starts(candidate)) return candidate;
  }
  return undefined;
}
