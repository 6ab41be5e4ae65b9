/** `npm run bench -- [name …]`: runs the benchmarks sequentially, or those with a matching name. */
import fs from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, nodeBinary, refuse, root, run, say } from './lib.mjs';

await ensureInstalled();
const env = { CHROMIUM_PATH: await ensureChromium() };
const failure = await ensureBuilt();
if (failure) refuse(failure);
const folder = path.join(root, 'tests', 'bench');
const words = process.argv.slice(2);
const isAskedFor = (name) => words.length === 0 || words.some((word) => name.includes(word));
const names = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts') && isAskedFor(name))
  .sort();
if (names.length === 0) refuse(`No benchmark is named like ${words.join(' or ')}.`);

const broken = [];
for (const name of names) {
  say(`\n${name.replace('.bench.ts', '')}`);
  const { ok } = await run(nodeBinary(), ['--expose-gc', path.join(folder, name)], { env, show: true });
  if (!ok) broken.push(name);
}
if (broken.length > 0) refuse(`\nOver their bounds: ${broken.join(', ')}`);
