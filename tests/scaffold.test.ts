/**
 * Output of `npm run new` is valid: in a copy of the project it compiles, satisfies the rules and passes its test.
 * Unique names, so that a project with the README's example remains green.
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongImports } from './architecture/direction.ts';
import * as house from './architecture/house.ts';
import { read, root } from './architecture/source.ts';

const patience = 240_000;
const parts = ['src', 'sw', 'tests', 'package.json', 'tsconfig.json', 'index.html'];
const settings = [
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  '.prettierrc.json',
  '.oxlintrc.json',
];
let copy: string;

/** Incremental compiler state; most files of the copy are the project's. */
const compiled = join('.cache', 'types.json');

/** A project program, in the copy; returns its exit code and output. */
function run(program: string, args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const bin = join(copy, 'node_modules', '.bin');
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env;
  void [VITEST, VITEST_POOL_ID, VITEST_WORKER_ID]; // the inner run is no part of this one
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), args, {
      cwd: copy,
      env: { ...env, NO_COLOR: '1', PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('close', (code) => resolve({ code, said }));
  });
}
const fresh = (...args: string[]) => run('node', ['src/tools/new.ts', ...args]);
const text = (path: string): string => readFileSync(join(copy, path), 'utf8');

const written = [
  'src/contexts/agency/contract/sample-days.ts',
  'src/contexts/agency/text/en/sample-days.ts',
  'src/contexts/agency/client/sample-days/sample-days.screen.tsx',
  'src/contexts/work/contract/sample-reviews.ts',
  'src/contexts/work/server/sample-reviews/routes.ts',
  'src/contexts/work/server/sample-reviews/store.ts',
  'src/contexts/work/text/en/sample-reviews.ts',
  'src/contexts/work/client/sample-reviews/sample-reviews.screen.tsx',
  'src/contexts/reporting/contract/sample-rates.ts',
  'src/contexts/reporting/server/sample-rates/routes.ts',
  'src/contexts/reporting/server/sample-rates/store.ts',
  'src/contexts/reporting/text/en/sample-rates.ts',
  'src/contexts/reporting/client/sample-rates/sample-rates.screen.tsx',
];
const registered = [
  'src/kernel/contract/flags.ts',
  'src/app/contract.ts',
  'src/contexts/agency/masters.ts',
  'src/contexts/work/server/module.ts',
  'src/contexts/work/client/module.ts',
  'src/contexts/reporting/server/module.ts',
  'src/contexts/reporting/client/module.ts',
  'src/text/en/app.ts',
];
/** That every table has an owner: also those of a new slice. */
const ownership = 'tests/ownership.test.ts';
const tests = [
  'tests/agency/sample-days.test.ts',
  'tests/work/sample-reviews.test.ts',
  'tests/reporting/sample-rates.test.ts',
];

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'recoup-new-'));
  chmodSync(copy, 0o755); // the embedded database runs as a separate user
  // Other tests are irrelevant to a new slice.
  const filter = (path: string): boolean => !/\.(test|spec)\.tsx?$/.test(path);
  for (const part of [...parts, ...settings])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  if (existsSync(join(root, compiled))) cpSync(join(root, compiled), join(copy, compiled));
  const master = await fresh(
    'master',
    'sample-days',
    '--active',
    '--fields',
    'name:text,day:day,reason:note,bonus:rupees',
  );
  const list = await fresh('list', 'sample-reviews', '--fields', 'subject:text,score:number,reviewedOn:day');
  const report = await fresh('report', 'sample-rates', '--fields', 'portfolio:text,kept:rupees');
  expect([master, list, report]).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
}, patience);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a new master, a new list and a new report', () => {
  test('pass the compiler, the linter, the formatter and their tests', { timeout: patience }, async () => {
    // Sequentially: two cores, with parallel tests.
    expect(await run('tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', compiled])).toEqual({
      code: 0,
      said: '',
    });
    expect(await run('oxlint', ['--deny-warnings', ...written, ...registered, ...tests])).toMatchObject({
      code: 0,
    });
    expect(await run('prettier', ['--check', ...written, ...registered, ...tests])).toMatchObject({
      code: 0,
    });
    cpSync(join(root, ownership), join(copy, ownership));
    const own = await run('vitest', ['run', '--project', 'api', ownership, ...tests]);
    expect(own).toMatchObject({ code: 0, said: expect.stringMatching(/Tests\D+10 passed/) });
  });

  test('satisfy the repository rules', () => {
    for (const path of written) {
      const source = read(path, text(path));
      const words = path.includes('/client/') ? house.spokenHere(source) : [];
      expect([path, wrongImports(source), words, house.longFunctions(source)]).toEqual([path, [], [], []]);
    }
  });

  test('cost about sixty source rows', () => {
    const master = written.slice(0, 3).map((path) => text(path).trimEnd().split('\n').length);
    expect(master.reduce((sum, lines) => sum + lines)).toBeLessThanOrEqual(62);
  });

  test('are registered in the order of the alphabet', () => {
    const domains = /domains: [^{]+\{([^}]+)\}/.exec(text('src/app/contract.ts'))?.[1] ?? '';
    const names = domains.split('\n').flatMap((line) => /^ {2}'?([\w-]+)/.exec(line)?.[1] ?? []);
    expect(names).toContain('sample-reviews');
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test('with a separate table register its indexes for the start-up check', () => {
    const names = text('src/kernel/server/db/indexes.txt').trim().split('\n');
    expect(names).toEqual(
      expect.arrayContaining([
        'sample_days_pkey',
        'sample_days_u_id_key',
        'sample_days_name',
        'sample_reviews_pkey',
        'sample_reviews_user',
      ]),
    );
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test('of masters are one registration next to the names of their permissions', async () => {
    const before = text('src/contexts/agency/masters.ts');
    const told = await fresh('master', 'sample-classes');
    expect(told).toMatchObject({ code: 0 });
    const registered = told.said.split('Registered in:')[1]?.match(/(?<=\n {2})src\S+/g);
    expect(registered).toEqual([
      'src/kernel/contract/flags.ts',
      'src/contexts/agency/masters.ts',
      'src/contexts/agency/README.md',
      'src/kernel/server/db/indexes.txt',
    ]);
    const owned = /^- \*\*Owns\*\*: .*$/m.exec(text('src/contexts/agency/README.md'))?.[0];
    expect(owned).toContain('`sample_days`, `sample_classes`.');
    const after = text('src/contexts/agency/masters.ts');
    const entry = [`name: 'sample-classes',`, 'contract: async () =>', 'screen: async () =>'];
    for (const part of entry) expect([part, after.includes(part)]).toEqual([part, true]);
    expect(after.length).toBeLessThan(before.length + 300);
  });

  test('are never written twice, and a wrong field is named', { timeout: patience }, async () => {
    const before = text('src/app/contract.ts');
    expect(await fresh('master', 'sample-days')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is there already'),
    });
    expect(await fresh('master', 'gifts', '--fields', 'name:poem')).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no kind poem'),
    });
    for (const word of ['on', 'order', 'user'])
      expect(await fresh('master', 'gifts', '--fields', `name:text,${word}:text`)).toMatchObject({
        code: 1,
        said: expect.stringContaining('is a word of SQL'),
      });
    expect(text('src/app/contract.ts')).toBe(before);
  });
});
