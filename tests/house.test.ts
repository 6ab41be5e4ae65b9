/** Every rule of `npm run house` holds, and detects a planted violation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOf } from '../src/tools/house/given.ts';
import { type Given, pointsOf } from '../src/tools/house/points.ts';
import { read } from './architecture/source.ts';
import { bareDatabase } from './kit.ts';

let db: Awaited<ReturnType<typeof bareDatabase>>;
let given: Given;
beforeAll(async () => {
  db = await bareDatabase();
  const client = await db.database.connect();
  given = await givenOf(client);
  client.release();
});
afterAll(() => db.end());

const brokenIn = (house: Given): string[] =>
  pointsOf(house).flatMap(({ name, broken }) => (broken.length > 0 ? [name] : []));
const empty: Given = {
  sources: [],
  contexts: [],
  map: '',
  endpoints: [],
  catalogue: [],
  owned: [],
  tables: [],
  migrations: [],
};
const files = (...all: readonly [path: string, text: string][]): Given => ({
  ...empty,
  sources: all.map(([path, text]) => read(path, text)),
});

test('the repository satisfies every rule', () => {
  expect(given.sources.length).toBeGreaterThan(900);
  expect(given.catalogue.length).toBeGreaterThan(900);
  expect(pointsOf(given).filter(({ broken }) => broken.length > 0)).toEqual([]);
});

const told = (real: { owns?: string[]; needs?: string[] } = {}): Given['contexts'][number] => ({
  name: 'work',
  owns: [],
  needs: [],
  ...real,
  readme:
    '- **Owns**: `visits` (for each a photo), `promises`.\n- **Needs**: agency, loans.\n- **Slots for others**: sign-out.\n',
});
const map = '| `work` | work on a loan | agency, loans |\n';

const planted: Readonly<Record<string, Given>> = {
  'places outside contact that decide about a contact': files([
    'src/contexts/work/server/a.ts',
    'tx.one(sql`select 1 from dnc_numbers where mobile = ${to}`);',
  ]),
  'files that name the channels of messages again': files([
    'src/contexts/files/server/a.ts',
    `export const a = ['whatsApp', 'sms', 'rcs'];`,
  ]),
  'files beside the lists that wire contexts': files([
    'src/app/server/background.ts',
    `import { loans } from '#contexts/loans/server/module.ts';\nimport { work } from '#contexts/work/server/module.ts';`,
  ]),
  'files of the server kernel that know the trade': files(
    ['src/kernel/server/work/a.ts', 'tx.rows(sql`select id from loans`);'],
    ['src/contexts/work/server/a.ts', `import '#kernel/server/work/a.ts';`],
  ),
  'files of the server kernel that no context reaches': files(
    ['src/kernel/server/work/a.ts', `import type { B } from './b.ts';\nexport type A = B;`],
    ['src/kernel/server/work/b.ts', 'export type B = 1;'],
    ['src/kernel/server/work/alone.ts', `import type { A } from './a.ts';\nexport type Alone = A;`],
    ['src/contexts/work/server/a.ts', `import type { A } from '#kernel/server/work/a.ts';`],
  ),
  'a server kernel that is too large': files(
    ...Array.from({ length: 9 }, (_, i): [string, string] => [
      `src/kernel/server/work/a${i}.ts`,
      'void 1;\n'.repeat(290),
    ]),
    [
      'src/contexts/work/server/a.ts',
      Array.from({ length: 9 }, (_, i) => `import '#kernel/server/work/a${i}.ts';`).join('\n'),
    ],
  ),
  'READMEs that say otherwise than their modules': { ...empty, contexts: [told({ owns: ['visits'] })] },
  'writes to tables of another context': files([
    'src/contexts/work/server/a.ts',
    'tx.run(sql`delete from payments where id = 1`);',
  ]),
  'tables without an owner': { ...empty, tables: ['orphans'] },
  'owned tables that are not there': { ...empty, owned: ['ghosts'] },
  'tables and columns without a comment': {
    ...empty,
    catalogue: [
      { table: 'loans', column: null, comment: 'A loan.' },
      { table: 'loans', column: 'dpd', comment: ' ' },
    ],
  },
  'endpoints without a description': { ...empty, endpoints: [{ name: 'loans.list', about: '' }] },
  'names exported by three files or more': files(
    ...['a', 'b', 'c'].map((name): [string, string] => [
      `src/contexts/work/server/${name}.ts`,
      'export const pageOf = 1;\n',
    ]),
  ),
  'circles of imports': files(
    ['src/contexts/work/client/a.tsx', `import { B } from './b.tsx';\nexport type A = string;`],
    ['src/contexts/work/client/b.tsx', `import type { A } from './a.tsx';\nexport const B = 1;`],
  ),
  'migrations that stop servers at work': {
    ...empty,
    migrations: [{ name: '1000-x.sql', text: 'alter table loans drop column note' }],
  },
  'rooms with a room missing': files(
    ...Array.from({ length: 22 }, (_, i): [string, string] => [`src/kernel/ui/a/b${i}.ts`, 'void 1;\n']),
  ),
  'files that are too long': files(['src/kernel/ui/a.ts', 'export const a = 1;\n'.repeat(301)]),
};

test('each point has a planted offender, which breaks it and nothing else', () => {
  expect(Object.keys(planted)).toEqual(pointsOf(empty).map(({ name }) => name));
  for (const [name, house] of Object.entries(planted)) expect(brokenIn(house)).toEqual([name]);
});

test('a README names the tables, needs and slots of its context, and the map its needs', () => {
  const whole = { owns: ['visits', 'promises'], needs: ['agency', 'loans'] };
  const here = (real: object, slots: string, to = map): number => {
    const given = { ...files(['src/contexts/work/server/slots.ts', slots]), contexts: [told(real)], map: to };
    return pointsOf(given).flatMap(({ broken }) => broken).length;
  };
  const slots = `export const a = slot<\n  (of: Map<string, number>) => void\n>('sign-out');`;
  expect(here(whole, slots)).toBe(0);
  expect(here({ ...whole, owns: ['visits'] }, slots)).toBe(1);
  expect(here({ ...whole, owns: [...whole.owns, 'tasks'] }, slots)).toBe(1);
  expect(here({ ...whole, needs: ['agency'] }, slots)).toBe(2);
  expect(here(whole, slots.replace('sign-out', 'erasers'))).toBe(1);
  expect(here(whole, slots, map.replace(', loans', ''))).toBe(1);
  expect(here(whole, slots, '')).toBe(1);
});

test('trade terms in kernel comments and headers are allowed', () => {
  const fine = files(
    [
      'src/kernel/server/http/a.ts',
      `/** As loans do. */\n// borrowers too\nreply.header('Content-Disposition', 'inline');`,
    ],
    ['src/contexts/work/server/a.ts', `import '#kernel/server/http/a.ts';`],
  );
  expect(brokenIn(fine)).toEqual([]);
});

test('lists that open screens by address close no circle, and other lazy imports do', () => {
  const lazily = (path: string): Given =>
    files(
      [path, `export const load = () => import('./screen.tsx');\nexport const list = 1;`],
      [path.replace(/[^/]+$/, 'screen.tsx'), `import { list } from './${path.split('/').at(-1)}';`],
    );
  expect(brokenIn(lazily('src/contexts/work/client/module.ts'))).toEqual([]);
  expect(brokenIn(lazily('src/contexts/work/client/other.ts'))).toEqual(['circles of imports']);
});
