/** `npm test`: everything, from a fresh checkout. */
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './lib.mjs';
import { browser, build, format, lint, runSteps, types, unit } from './steps.mjs';

await ensureInstalled();
const chromium = await ensureChromium();
process.exit(
  await runSteps([[types, lint, format], build, unit(['unit', 'api', 'nets']), browser(chromium)]),
);
