/**
 * `npm run engines`: every screen of every role by URL, in WebKit and Firefox, and the demo's certificate in a trusting
 * browser. Arguments filter by name; `office` is the certificate alone.
 */
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, nodeBinary, refuse, root, run } from './lib.mjs';

await ensureInstalled();
const words = process.argv.slice(2);
const isOffice = words.includes('office');
const chromium = isOffice || words.length === 0 ? await ensureChromium() : undefined;
const failure = await ensureBuilt();
if (failure) refuse(failure);
const program = (name, env) =>
  run(nodeBinary(), [path.join(root, 'tests', 'engines', name), ...words], { show: true, env });
const walked = isOffice || (await program('walk.ts')).ok;
const office = chromium ? (await program('office.ts', { CHROMIUM_PATH: chromium })).ok : true;
process.exit(walked && office ? 0 : 1);
