/**
 * `npm run style [-- --save]`: measures comments, test titles and screen texts by `docs/style.md`, checks decision titles
 * and the subjects of commits that are not on main yet. Fails when a figure is above its bound; `--save` lowers bounds.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { root } from '../../../tests/architecture/source.ts';
import { dictionaryOf } from './dictionary.ts';
import { subjectFaults, titleFaults } from './headings.ts';
import { type Figures, lowered, measureRepository, raised } from './measure.ts';

const boundsFile = `${root}/src/tools/style/bounds.json`;
const bounds = JSON.parse(readFileSync(boundsFile, 'utf8')) as Figures;

/** Subjects of commits that main does not have; none on main, or without Git. */
function newSubjects(): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', 'main..HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

const decisions = readdirSync(`${root}/src/decisions`)
  .filter((file) => /^\d/.test(file))
  .map((file) => ({
    file,
    title: readFileSync(`${root}/src/decisions/${file}`, 'utf8').split('\n', 1)[0] ?? '',
  }));
const figures = measureRepository(root);
const rows = Object.entries(figures).map(([name, value]) => {
  const bound = Object.hasOwn(bounds, name) ? ` (at most ${bounds[name as keyof Figures]})` : '';
  return `${name.padEnd(28)}${String(value).padStart(8)}${bound}`;
});
console.log(rows.join('\n'));

const faults = [
  ...raised(figures, bounds),
  ...titleFaults(decisions, dictionaryOf(readFileSync(`${root}/docs/style.md`, 'utf8'))),
  ...subjectFaults(newSubjects()),
];
for (const fault of faults) console.error(`FAILED ${fault}`);
if (process.argv.includes('--save'))
  writeFileSync(boundsFile, `${JSON.stringify(lowered(figures, bounds), null, 2)}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
