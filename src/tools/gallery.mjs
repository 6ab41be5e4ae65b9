/** `npm run gallery -- [--keep]`: every part of the kit in every state, one sheet of pictures. */
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, nodeBinary, root, run } from './lib.mjs';

await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureChromium();
const sheet = path.join(root, 'tests', 'ui', 'gallery-sheet.ts');
const { ok } = await run(nodeBinary(), [sheet, ...process.argv.slice(2)], { show: true });
process.exit(ok ? 0 : 1);
