/** `npm run engines`: every screen of every role by its address, in WebKit and Firefox. */
import path from 'node:path';
import { ensureBuilt, ensureInstalled, nodeBinary, refuse, root, run } from './lib.mjs';

await ensureInstalled();
const failure = await ensureBuilt();
if (failure) refuse(failure);
const { ok } = await run(
  nodeBinary(),
  [path.join(root, 'tests', 'engines', 'walk.ts'), ...process.argv.slice(2)],
  { show: true },
);
process.exit(ok ? 0 : 1);
