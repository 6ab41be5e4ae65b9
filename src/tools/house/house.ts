/** `npm run house`: how the house stands: contexts, tables, files and lines per room, the longest file, the biggest rooms. */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modules } from '#app/server/modules.ts';
import { homonyms } from './homonyms.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !isTest(path))
  .map((path) => {
    const text = readFileSync(`${root}/${path}`, 'utf8');
    return { path, text, lines: text.trimEnd().split('\n').length };
  });

const sum = (of: readonly { lines: number }[]): number => of.reduce((all, { lines }) => all + lines, 0);
const under = (folder: string) => files.filter(({ path }) => path.startsWith(`src/${folder}/`));
const row = (...cells: (string | number)[]): string =>
  cells.map((cell, i) => (i === 0 ? String(cell).padEnd(24) : String(cell).padStart(14))).join('');

console.log(row('room', 'files', 'lines'));
for (const room of ['contract', 'server', 'client', 'ui', 'offline'].map((name) => `kernel/${name}`))
  console.log(row(room, under(room).length, sum(under(room))));
for (const { name } of modules) {
  const own = under(`contexts/${name}`);
  console.log(row(`contexts/${name}`, own.length, sum(own)));
}
for (const room of ['app', 'text', 'language', 'pay', 'tools'])
  console.log(row(room, under(room).length, sum(under(room))));

console.log(`\n${row('context', 'tables', 'needs', 'fills slots')}`);
for (const { name, owns, needs } of modules) {
  const declared = readFileSync(`${root}/src/contexts/${name}/server/module.ts`, 'utf8');
  console.log(row(name, owns.length, needs.length, new Set(declared.match(/(?<=fill\(\s*)\w+Slot/g)).size));
}

const longest = files.toSorted((a, b) => b.lines - a.lines)[0];
const folders = Map.groupBy(files, ({ path }) => dirname(path));
const crowded = [...folders]
  .filter(([, all]) => all.length > 15)
  .toSorted(([, a], [, b]) => b.length - a.length);
console.log(`\nlongest file: ${longest?.path} (${longest?.lines} lines)`);
console.log(
  `rooms of more than 15 files: ${crowded.map(([path, all]) => `${path} (${all.length})`).join(', ')}`,
);
const several = homonyms(files);
console.log(
  `names exported by three files or more: ${several.length} (${several
    .slice(0, 12)
    .map(([name, paths]) => `${name} ${paths.length}`)
    .join(', ')})`,
);
