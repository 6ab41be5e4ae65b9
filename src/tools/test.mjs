/** `npm test`: everything, from a fresh checkout. */
import { ensureTestChromium } from './chromium.mjs';
import { ensureInstalled } from './lib.mjs';
import { browser, build, format, lint, runSteps, style, types, unit } from './steps.mjs';

await ensureInstalled();
const chromium = await ensureTestChromium();
process.exit(
  await runSteps([[types, lint, format, style], build, unit(['unit', 'api', 'nets']), browser(chromium)]),
);
