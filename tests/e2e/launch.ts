/** How the tests and benchmarks open Chromium. */
import type { LaunchOptions } from 'playwright';

/** Playwright's list of disabled features as needed here: setting any replaces all. */
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
/** Invisible address bar pages: one process per window, and a seventh of the work. */
const addressBar = ['AimEnabled', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

export const launch: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    `--disable-features=${[...switchedOff, ...addressBar].join(',')}`,
    // Glyph widths must not depend on the host's fontconfig hinting.
    '--font-render-hinting=none',
    // Chromium refuses its sandbox as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};
