/**
 * `npm run check [-- dialer sync]`: the fast part of `npm test`: types, lint, format, style, the tests without a server, and the
 * API tests of the named contexts, by default of those that differ from main.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureInstalled, refuse, root } from './lib.mjs';
import { format, lint, runSteps, style, types, unit } from './steps.mjs';

/** Folders of `tests` with tests of servers: one for each context, and for the kernel. */
const known = fs
  .readdirSync(path.join(root, 'tests'), { withFileTypes: true })
  .filter((one) => one.isDirectory() && one.name !== 'spec')
  .map(({ name }) => name)
  .filter((name) => fs.readdirSync(path.join(root, 'tests', name)).some((file) => file.endsWith('.test.ts')));

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

const folderOf = /^(?:src\/(?:contexts\/|app\/)?|tests\/)([\w-]+)\//;

/** What differs from main: committed, not committed yet, or new. */
function changed() {
  const main = git('merge-base', 'HEAD', 'main') || git('merge-base', 'HEAD', 'origin/main') || 'HEAD';
  const files = [git('diff', '--name-only', main), git('ls-files', '--others', '--exclude-standard')];
  const names = files.flatMap((list) => list.split('\n')).map((file) => folderOf.exec(file)?.[1]);
  return known.filter((name) => names.includes(name));
}

const named = process.argv.slice(2);
const strange = named.find((name) => !known.includes(name));
if (strange) refuse(`There is no context ${strange}. Known are ${known.join(', ')}.`);

await ensureInstalled();
const contexts = named.length > 0 ? named : changed();
const places = contexts.map((name) => `tests/${name}/`);
const served = places.length > 0 ? [unit(['api'], places)] : [];
process.exit(await runSteps([[types, lint, format, style], unit(['unit', 'nets']), ...served]));
