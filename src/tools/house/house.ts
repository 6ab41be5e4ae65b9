/**
 * `npm run house`: prints modules with files and sizes, contexts with tables, and every repository rule; fails when one
 * is broken.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { modules } from '#app/server/modules.ts';
import { root } from '../../../tests/architecture/source.ts';
import { withMigrated } from '../migrated.ts';
import { givenOf } from './given.ts';
import { homonyms } from './homonyms.ts';
import { pointsOf } from './points.ts';

const given = await withMigrated(givenOf);
const files = given.sources.map(({ path, text }) => ({
  path,
  text,
  lines: text.trimEnd().split('\n').length,
}));
const sum = (of: readonly { lines: number }[]): number => of.reduce((all, { lines }) => all + lines, 0);
const under = (folder: string) => files.filter(({ path }) => path.startsWith(`src/${folder}/`));
const row = (...cells: (string | number)[]): string =>
  cells.map((cell, i) => (i === 0 ? String(cell).padEnd(24) : String(cell).padStart(14))).join('');

console.log(row('room', 'files', 'lines'));
const rooms = [
  ...['contract', 'server', 'client', 'ui', 'offline'].map((name) => `kernel/${name}`),
  ...modules.map(({ name }) => `contexts/${name}`),
  'app',
  'text',
  'language',
  'pay',
  'tools',
];
for (const room of rooms) console.log(row(room, under(room).length, sum(under(room))));

console.log(`\n${row('context', 'tables', 'needs', 'fills slots')}`);
for (const { name, owns, needs } of modules) {
  const declared = readFileSync(`${root}/src/contexts/${name}/server/module.ts`, 'utf8');
  const slots = new Set(declared.match(/(?<=fill\(\s*)\w+Slot/g));
  console.log(row(name, owns.length, needs.length, slots.size));
  console.log(`  owns ${owns.join(', ')}`);
}

const longest = files.toSorted((a, b) => b.lines - a.lines)[0];
const folders = Map.groupBy(files, ({ path }) => dirname(path));
const crowded = [...folders]
  .filter(([, all]) => all.length > 15)
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([path, all]) => `${path} (${all.length})`);
console.log(`\nlongest file: ${longest?.path} (${longest?.lines} lines)`);
console.log(`rooms of more than 15 files: ${crowded.join(', ')}`);
console.log(`names exported by two files: ${homonyms(given.sources, 1).length}`);

console.log('\nmust be none');
const points = pointsOf(given);
for (const { name, broken } of points) {
  console.log(`${broken.length === 0 ? 'ok    ' : 'BROKEN'} ${name}: ${broken.length}`);
  for (const where of broken) console.log(`         ${where}`);
}
process.exitCode = points.some(({ broken }) => broken.length > 0) ? 1 : 0;
