/** `npm run e2e -- [file or --grep …]`: the browser tests, or some of them. */
import { ensureTestChromium } from './chromium.mjs';
import { ensureInstalled } from './lib.mjs';
import { browser, build, runSteps } from './steps.mjs';

await ensureInstalled();
process.exit(await runSteps([build, browser(await ensureTestChromium(), process.argv.slice(2))]));
