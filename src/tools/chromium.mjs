/** Finds a Chromium for the browser tests, pictures and benchmarks, or installs one. */
import fs from 'node:fs';
import { refuse, run, say, tool } from './lib.mjs';

/** The same engine without browser windows: a new page needs three fifths of the CPU time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', SHELL];
const HOW = 'Install the package chromium (or Google Chrome), or set CHROMIUM_PATH to the program of one.';

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
  // Only the reason from Playwright's output: the remainder is its code.
  const reason = /^.*\berror: (.+)$/im.exec(output)?.[1];
  return refuse(`There is no Chromium and none could be installed${reason ? ` (${reason})` : ''}. ${HOW}`);
}

/** By the system's package manager, where there is one and one may. */
async function install(name) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return;
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
}

// Ubuntu's chromium-browser may be a stub that requires a snap.
const starts = async (path) => {
  if (!fs.existsSync(path)) return false;
  const { ok, output } = await run(path, ['--version']);
  return ok && /chrom/i.test(output);
};

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return (await starts(named)) ? named : refuse(wrongPath(named));
  for (const candidate of [...INSTALLED, await ofPlaywright()]) {
    if (candidate && (await starts(candidate))) return candidate;
  }
  return undefined;
}

const wrongPath = (named) =>
  `CHROMIUM_PATH is wrong: ${fs.existsSync(named) ? `${named} is no Chromium that starts` : `there is no ${named}`}. ${HOW}`;

/** Playwright's browser path; undefined on an unsupported system. */
async function ofPlaywright() {
  const { chromium } = await import('playwright');
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}
