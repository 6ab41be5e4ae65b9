/**
 * `npm run exchange [-- words of a test's file]`: the contract of telephony on a real Asterisk, built from its sources
 * where there is none. EXCHANGE_DIR names its folder, `.cache/exchange` otherwise.
 */
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, nodeBinary, refuse, root, run } from './lib.mjs';

await ensureInstalled();
const chromium = await ensureChromium();
const node = (file, args = [], env = {}) =>
  run(nodeBinary(), [path.join(root, 'src/tools/exchange', file), ...args], { env, show: true });

const built = await node('build.ts');
if (!built.ok) refuse('Nothing was tried: there is no exchange.');
const failure = await ensureBuilt();
if (failure) refuse(failure);
const { ok } = await node('suite.ts', process.argv.slice(2), { CHROMIUM_PATH: chromium });
process.exit(ok ? 0 : 1);
