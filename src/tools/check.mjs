/** `npm run check`: the fast half of `npm test`, without the browser. */
import { ensureInstalled } from './lib.mjs';
import { format, lint, runSteps, types, unit } from './steps.mjs';

await ensureInstalled();
process.exit(await runSteps([[types, lint, format], unit(['unit', 'api', 'nets'])]));
