/** `npm run look`: pictures of every screen, one contact sheet. */
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, nodeBinary, refuse, root, run } from './lib.mjs';

await ensureInstalled();
const env = { CHROMIUM_PATH: await ensureChromium() };
const failure = await ensureBuilt();
if (failure) refuse(failure);
const { ok } = await run(
  nodeBinary(),
  [path.join(root, 'tests', 'look', 'sheet.ts'), ...process.argv.slice(2)],
  { env, show: true },
);
process.exit(ok ? 0 : 1);
