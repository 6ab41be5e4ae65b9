/** `npm run prove [-- words in a file's name [share]]`: the property tests with as many runs as are promised, or a share such as 0.05. */
import { ensureInstalled, root } from './lib.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

await ensureInstalled();
const [which = '', share = '1'] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'api',
    '--project',
    'unit',
    `${which}.prove.test`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PROVE: share } },
);
process.exit(status ?? 1);
