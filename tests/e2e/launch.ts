/** How the tests and benchmarks open Chromium. */
import type { LaunchOptions } from 'playwright';

/** Playwright's own list as far as it matters to us: naming any takes the place of all. */
const switchedOff = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];
/** Pages of the address bar, which nobody sees: a process for each window, and a seventh of all the work. */
const addressBar = ['AimEnabled', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

export const launch: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    `--disable-features=${[...switchedOff, ...addressBar].join(',')}`,
    // Widths of letters must not depend on the hinting that the machine's fontconfig sets.
    '--font-render-hinting=none',
    // Chromium refuses its sandbox as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};
