/** Repository rules, checked on every file; each rule is tested with a planted violation. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { homonyms } from '../src/tools/house/homonyms.ts';
import { reachOf, wrongImports } from './architecture/direction.ts';
import { channelsNamedAgain } from './architecture/channels.ts';
import { actsWithoutContact, contactDecisions } from './architecture/contact.ts';
import { foreignWrites } from './architecture/ownership.ts';
import { sharedMemory } from './architecture/memory.ts';
import { testOutsideItsContext } from './architecture/places.ts';
import * as house from './architecture/house.ts';
import { type Source, filesOf, read, root } from './architecture/source.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$|^tests\//.test(path);
const every = filesOf('{src,sw,tests}/**/*.{ts,tsx,mjs}').map((path) => read(path));
const product = every.filter(({ path }) => !isTest(path));
const tests = every.filter(({ path }) => isTest(path));
const under = (folder: RegExp, sources = product): Source[] =>
  sources.filter(({ path }) => folder.test(path));

/** What runs in a browser. */
const inBrowser =
  /^(sw|src\/(pay|text|app\/client|kernel\/(contract|client|ui|offline)|contexts\/[^/]+\/(contract|client|text)))\//;

interface Net {
  name: string;
  rule: house.Rule;
  over: readonly Source[];
  /** Texts that must be caught, each at a matching path. */
  planted: readonly [path: string, text: string][];
  /** Texts that must pass. */
  fine: readonly [path: string, text: string][];
}

const long = (lines: number): string => 'export const a = 1;\n'.repeat(lines);
const longFunction = (lines: number, inside = ''): string =>
  `export function F() {\n${'  void 0;\n'.repeat(lines - 3)}  return ${inside || 'null'};\n}\n`;

const nets: readonly Net[] = [
  {
    name: 'imports follow the table',
    rule: wrongImports,
    over: product.filter(({ path }) => !path.endsWith('.mjs')),
    planted: [
      ['src/contexts/agency/contract/breaks.ts', `import pg from 'pg';`],
      ['src/contexts/agency/contract/breaks.ts', `export { x } from '#kernel/server/database/sql.ts';`],
      ['src/kernel/server/http/perform.ts', `import { x } from '#contexts/agency/server/breaks/routes.ts';`],
      ['src/kernel/contract/field.ts', `import { x } from '#contexts/agency/contract/breaks.ts';`],
      ['src/contexts/agency/server/breaks/routes.ts', `import { x } from '#contexts/loans/server/store.ts';`],
      ['src/contexts/agency/server/breaks/routes.ts', `import { x } from '#kernel/ui/form/fields.ts';`],
      ['src/kernel/server/work/jobs.ts', `import { startApp } from '#app/server/app.ts';`],
      ['src/kernel/client/calls/api.ts', `import { col } from '#kernel/ui/list/columns/columns.tsx';`],
      ['src/kernel/ui/form/fields.ts', `import { loans } from '#contexts/loans/contract/loans.ts';`],
      ['src/kernel/ui/form/fields.ts', `import { breaksText } from '#contexts/agency/text/en/breaks.ts';`],
      [
        'src/contexts/agency/client/breaks/a.tsx',
        `const other = () => import('#contexts/loans/client/loans.screen.tsx');`,
      ],
      ['src/contexts/agency/client/breaks/a.tsx', `import type { A } from '#app/client/screens/screens.ts';`],
      [
        'src/kernel/offline/outbox/drain.ts',
        `import { useRead } from '#kernel/client/calls/queries/query.ts';`,
      ],
      ['src/phone/outbox/page.ts', `import { useMantineTheme } from '@mantine/core';`],
      ['src/contexts/agency/client/sign-in/login.ts', `import { useState } from 'react';`],
      ['src/elsewhere/a.ts', `export const a = 1;`],
      ['sw/sw.ts', `import { screens } from '#app/client/screens/screens.ts';`],
    ],
    fine: [
      [
        'src/contexts/agency/server/breaks/routes.ts',
        `import { sql } from '#kernel/server/database/sql.ts';`,
      ],
      ['src/contexts/agency/server/breaks/routes.ts', `import { x } from '../users/rules.ts';`],
      [
        'src/contexts/work/server/visits/routes.ts',
        `import { x } from '#contexts/contact/server/policy/contact.ts';`,
      ],
      [
        'src/contexts/agency/client/breaks/a.tsx',
        `import { breaks } from '#contexts/agency/contract/breaks.ts';`,
      ],
      ['sw/sw.ts', `import { drain } from '#kernel/offline/outbox/drain.ts';`],
    ],
  },
  {
    name: 'a context writes only tables it owns, and columns it was granted',
    rule: foreignWrites,
    over: under(/^src\/(contexts|kernel)\//),
    planted: [
      ['src/kernel/server/work/a.ts', 'tx.run(sql`delete from payment_lookups where at < now()`);'],
      ['src/contexts/work/server/a.ts', 'tx.run(sql`delete from idempotency where key = 1`);'],
      ['src/contexts/work/server/a.ts', 'tx.run(sql`insert into payments (amount) values (1)`);'],
      ['src/contexts/work/server/a.ts', 'tx.run(sql`delete from loans where id = 1`);'],
      [
        'src/contexts/work/server/a.ts',
        'tx.run(sql`update loans l set city = ${city}, updated_at = now() where l.id = 1`);',
      ],
      ['src/contexts/messaging/server/a.ts', 'tx.run(sql`update loans set is_dnc = true where id = 1`);'],
    ],
    fine: [
      ['src/contexts/loans/server/a.ts', 'tx.run(sql`update loans set city = ${city} where id = 1`);'],
      [
        'src/contexts/contact/server/a.ts',
        'tx.run(sql`update loans l set is_dnc = true, updated_at = now() where l.id = 1`);',
      ],
      ['src/contexts/work/server/a.ts', 'tx.rows(sql`select id from payments for no key update`);'],
    ],
  },
  {
    name: 'only the context of contact decides about contact',
    rule: contactDecisions,
    over: under(/^src\/contexts\//),
    planted: [
      [
        'src/contexts/dialer/server/a.ts',
        'tx.rows(sql`select count(*) from contacts c where c.number = ${to}`);',
      ],
      ['src/contexts/messaging/server/a.ts', 'tx.one(sql`select 1 from loans l join loan_holds h on true`);'],
      ['src/contexts/work/server/a.ts', 'tx.one(sql`select 1 from dnc_numbers where mobile = ${to}`);'],
      ['src/contexts/work/server/a.ts', 'tx.run(sql`select pg_advisory_xact_lock(7110, ${id})`);'],
      [
        'src/contexts/work/server/a.ts',
        `import { refusalOf } from '#contexts/contact/server/compliance-rules/policy.ts';`,
      ],
    ],
    fine: [
      ['src/contexts/contact/server/a.ts', 'tx.rows(sql`select * from contacts`);'],
      [
        'src/contexts/work/server/a.ts',
        `import { permit } from '#contexts/contact/server/policy/permit.ts';`,
      ],
      ['src/contexts/work/server/a.ts', 'tx.rows(sql`select * from contacts_of_others`);'],
    ],
  },
  {
    name: 'the ledger hears of every act of contact',
    rule: actsWithoutContact,
    over: under(/^src\/contexts\//),
    planted: [
      ['src/contexts/dialer/server/a.ts', 'tx.run(sql`insert into call_attempts (loan_id) values (1)`);'],
      [
        'src/contexts/messaging/server/a.ts',
        'tx.run(sql`update messages m set tries = 1, sent_at = now()`);',
      ],
    ],
    fine: [
      [
        'src/contexts/messaging/server/a.ts',
        'tx.run(sql`with changed as (update messages set sent_at = null returning *), ${contactsOf(sql`changed`)} select`);',
      ],
      ['src/contexts/messaging/server/a.ts', 'tx.run(sql`update messages m set due_at = null`);'],
      ['src/contexts/dialer/server/a.ts', 'tx.rows(sql`select id from call_attempts`);'],
    ],
  },
  {
    name: 'the channels of messages are named once',
    rule: channelsNamedAgain,
    over: product,
    planted: [
      ['src/contexts/messaging/server/a.ts', `const channels = ['whatsApp', 'sms', 'ivr', 'rcs'] as const;`],
      [
        'src/contexts/messaging/client/a.tsx',
        `const lists = { whatsApp: one('whatsApp'), rcs: one('rcs') };`,
      ],
    ],
    fine: [
      ['src/contexts/messaging/client/a.tsx', `const tabs = channelsFrom('sms', 'ivr', 'whatsApp', 'rcs');`],
      ['src/contexts/payments/contract/a.ts', `const linkChannels = ['sms', 'whatsApp', 'email'] as const;`],
    ],
  },
  {
    name: 'files are short',
    rule: house.tooLong,
    over: every,
    planted: [
      ['src/contexts/loans/server/a.ts', long(301)],
      ['src/contexts/loans/contract/a.ts', long(201)],
      ['tests/work/a.test.ts', long(501)],
    ],
    fine: [
      ['src/contexts/loans/server/a.ts', long(300)],
      ['tests/work/a.test.ts', long(500)],
    ],
  },
  {
    name: 'functions are short',
    rule: house.longFunctions,
    over: product,
    planted: [
      ['src/contexts/loans/server/a.ts', longFunction(51)],
      ['src/kernel/ui/a.tsx', longFunction(81, '<p />')],
      ['src/kernel/ui/a.tsx', longFunction(51)],
      ['src/contexts/loans/server/a.ts', `run(() => {${'\n'.repeat(50)}});`],
    ],
    fine: [
      [
        'src/contexts/loans/server/a.ts',
        `export const f = () => ({\n${`a() {\n${'\n'.repeat(40)}},\n`.repeat(3)}});`,
      ],
      ['src/contexts/loans/server/a.ts', longFunction(50)],
      ['src/kernel/ui/a.tsx', longFunction(80, '<p />')],
    ],
  },
  {
    name: 'no file only hands on others',
    rule: house.barrels,
    over: product,
    planted: [
      ['src/kernel/ui/index.ts', `export const a = 1;`],
      ['src/kernel/ui/kit.ts', `export { a } from './a.ts';\nexport * from './b.ts';`],
    ],
    fine: [
      ['src/app/contract.ts', `export { a } from './a.ts';\nexport * from './b.ts';`],
      ['src/kernel/client/notice.ts', `export { a, b } from './a.ts';`],
    ],
  },
  {
    name: 'the server runs no programs but its database',
    rule: house.startsPrograms,
    over: under(/^src\/(?!tools\/|app\/database\/)/),
    planted: [
      ['src/kernel/server/a.ts', `import { exec } from 'node:child_process';`],
      ['src/kernel/server/a.ts', `const { exec } = await import('child_process');`],
    ],
    fine: [['src/kernel/server/a.ts', `import { join } from 'node:path';`]],
  },
  {
    name: 'no module of the client waits at its top',
    rule: house.waitingModule,
    over: under(inBrowser),
    planted: [
      ['src/kernel/ui/a.ts', `await learn();`],
      ['src/kernel/ui/a.ts', `export const a = (await import('./b.ts')).b;`],
      ['src/pay/a.ts', `if (typed) { await learn(); }`],
      ['sw/a.ts', `for await (const a of all()) use(a);\nexport {};`],
    ],
    fine: [
      [
        'src/kernel/ui/a.ts',
        `export async function a() { await learn(); for await (const b of all()) use(b); }`,
      ],
      ['src/kernel/ui/a.ts', `export const a = async () => (await import('./b.ts')).b;`],
    ],
  },
  {
    name: 'the client asks no more of a browser than is promised',
    rule: house.newerThanMinimum,
    over: under(inBrowser),
    planted: [
      ['src/kernel/ui/a.ts', `const by = Map.groupBy(rows, ({ id }) => id);`],
      ['sw/a.ts', `const { promise } = Promise.withResolvers();`],
    ],
    fine: [['src/kernel/ui/a.ts', `rows.toSorted(); Promise.all([]); AbortSignal.timeout(1);`]],
  },
  {
    name: 'no date is spelled by a locale',
    rule: house.spelledByLocale,
    over: product,
    planted: [
      ['src/kernel/ui/a.ts', `const day = new Intl.DateTimeFormat('en-CA');`],
      ['src/kernel/server/a.ts', `const day = new Date().toLocaleDateString('sv-SE');`],
    ],
    fine: [['src/kernel/ui/a.ts', `const n = (5).toLocaleString('en-IN'); new Intl.NumberFormat('en-IN');`]],
  },
  {
    name: 'nothing is any outside the kernels',
    rule: house.anyType,
    over: every.filter(({ path }) => !path.startsWith('src/kernel/')),
    planted: [
      ['src/kernel/ui/a.ts', `const a = JSON.parse('1') as any;`],
      ['src/kernel/ui/a.ts', `export function f(a: Record<string, any[]>) { return a; }`],
    ],
    fine: [['src/kernel/ui/a.ts', `export const any = 'any';`]],
  },
  {
    name: 'nothing is left for later',
    rule: house.leftForLater,
    over: every.filter(({ path }) => !path.startsWith('tests/architecture')),
    planted: [['src/kernel/ui/a.ts', `// TODO: the rest`]],
    fine: [['src/contexts/loans/server/a.ts', `const mask = 'XXXXXX1234';`]],
  },
  {
    name: 'every test runs',
    rule: house.notRun,
    over: tests.filter(({ path }) => path !== 'tests/architecture.test.ts'),
    planted: [
      ['tests/a.test.ts', `test.skip('a', () => undefined);`],
      ['tests/a.test.ts', `describe.only('a', () => undefined);`],
      ['tests/a.test.ts', `it.todo('a');`],
      ['tests/a.test.ts', `test.skipIf(true)('a', () => undefined);`],
      ['tests/a.test.ts', `xit('a', () => undefined);`],
    ],
    fine: [['tests/a.test.ts', `test.each([1])('a', () => undefined); page.only();`]],
  },
  {
    name: 'a test lies with its context',
    rule: testOutsideItsContext,
    over: tests,
    planted: [
      ['tests/api/a.test.ts', `test('a', () => undefined);`],
      ['tests/faults/a.faults.test.ts', `test('a', () => undefined);`],
    ],
    fine: [
      ['tests/work/a.test.ts', `test('a', () => undefined);`],
      ['tests/dialer/pacing/a.test.ts', `test('a', () => undefined);`],
      ['tests/a.test.ts', `test('a', () => undefined);`],
    ],
  },
  {
    name: 'a module of the server keeps nothing that agencies would share',
    rule: sharedMemory,
    over: under(
      /^src\/(kernel\/server|contexts\/[^/]+\/server|app\/(server|agencies|providers|database|docs))\//,
    ),
    planted: [
      ['src/kernel/server/a.ts', `const known = new Map<string, number>();`],
      ['src/kernel/server/a.ts', `export let last = 0;`],
      ['src/contexts/loans/server/a.ts', `const seen: string[] = [];`],
      ['src/contexts/loans/server/a.ts', `export const seen = new WeakMap<object, number>();`],
    ],
    fine: [
      ['src/kernel/server/a.ts', `const words = new Set(['a']);`],
      ['src/kernel/server/a.ts', `const none: readonly string[] = [];`],
      ['src/kernel/server/a.ts', `const none: ReadonlySet<string> = new Set();`],
      ['src/kernel/server/a.ts', `const known = keptOf(() => new Map<string, number>());`],
      ['src/kernel/server/a.ts', `export function a() { const all = new Map(); return all; }`],
    ],
  },
  {
    name: 'the number of rows of a list is shown by countText',
    rule: house.rawCount,
    over: under(/^src\/(app\/client|kernel\/ui|contexts\/[^/]+\/client)\//),
    planted: [
      ['src/kernel/ui/a.tsx', `export const A = () => <p>{data.count}</p>;`],
      ['src/kernel/ui/a.tsx', `export const A = () => <p>{data?.count}</p>;`],
      ['src/kernel/ui/a.tsx', `export const A = () => <p>{String(data.count)}</p>;`],
    ],
    fine: [['src/kernel/ui/a.tsx', `export const A = () => <p>{countText(data)}{shown(row.count)}</p>;`]],
  },
  {
    name: 'only tools print',
    rule: house.printing,
    over: every.filter(({ path }) => !/^src\/tools\/|^tests\/(bench|e2e)\//.test(path)),
    planted: [['src/kernel/server/a.ts', `console.log('here');`]],
    fine: [['src/kernel/server/a.ts', `log.info('here');`]],
  },
  {
    name: 'every word on screen is in a text folder',
    rule: house.spokenHere,
    over: under(/^src\/(pay|app\/client|kernel\/(client|ui|offline)|contexts\/[^/]+\/client)\//),
    planted: [
      ['src/kernel/ui/a.tsx', `export const A = () => <p>Hello</p>;`],
      ['src/kernel/ui/a.tsx', `export const A = () => <p>{ok ? 'Yes' : null}</p>;`],
      ['src/kernel/ui/a.tsx', 'export const A = () => <p>{`${n} rows`}</p>;'],
      ['src/kernel/ui/a.tsx', `export const A = () => <input placeholder="Name" />;`],
      ['src/kernel/ui/a.tsx', `export const A = () => <b aria-label={on && 'Close'} />;`],
      ['src/kernel/ui/a.tsx', `notice.success('Saved');`],
      ['src/contexts/loans/client/a/a.tsx', `const c = [col.text('name', 'Name')];`],
      ['src/contexts/loans/client/a/a.tsx', `const f = [filter('status', 'Status')];`],
      ['src/contexts/loans/client/a/a.tsx', `listScreen({ title: 'Breaks' });`],
      ['src/contexts/agency/client/sign-in/a.ts', `place.textContent = 'Wrong password';`],
    ],
    fine: [
      ['src/kernel/ui/a.tsx', `export const A = () => <p className="wide">{say.hello} · {count}</p>;`],
      ['src/kernel/ui/a.tsx', `notice.success(say.saved); col.text('name', say.name);`],
    ],
  },
  {
    name: 'a feature draws no table of its own',
    rule: house.ownTable,
    over: under(/^src\/contexts\/[^/]+\/client\//),
    planted: [['src/contexts/loans/client/a/a.tsx', `export const A = () => <Table />;`]],
    fine: [['src/contexts/loans/client/a/a.tsx', `export const A = () => <ListTable />;`]],
  },
  {
    name: 'grey buttons show their reason',
    rule: house.silentlyGrey,
    over: under(/client|kernel\/ui/),
    planted: [['src/contexts/work/client/a.tsx', 'const A = () => <button disabled={!isOnline || busy} />;']],
    fine: [
      ['src/contexts/work/client/a.tsx', 'const A = () => <button disabled={busy} {...greyed(why)} />;'],
    ],
  },
  {
    name: 'parts that are loaded late say so in their place when they do not come',
    rule: house.lazyOfReact,
    over: under(/client|kernel\/ui/),
    planted: [['src/contexts/work/client/a.tsx', `import { Suspense, lazy } from 'react';`]],
    fine: [['src/contexts/work/client/a.tsx', `import { lazy } from '#kernel/ui/parts/lazy-part.tsx';`]],
  },
];

test.each(nets)('$name', ({ rule, over }) => {
  expect(over.length).toBeGreaterThan(0);
  expect(over.flatMap(rule)).toEqual([]);
});

test.each(nets)('“$name” catches each planted offender and nothing else', ({ rule, planted, fine }) => {
  expect(planted.filter(([path, text]) => rule(read(path, text)).length === 0)).toEqual([]);
  expect(fine.filter(([path, text]) => rule(read(path, text)).length > 0)).toEqual([]);
});

const heavy = /^(react|react-dom|react-router-dom|@mantine\/|@tanstack\/)/;
const weightOf = (start: string, sources: ReadonlyMap<string, Source>): string[] =>
  [...reachOf(start, sources)].filter((reached) => heavy.test(reached));

test('neither the sign-in pages nor the service worker reach React before they need it', () => {
  const sources = new Map(product.map((source) => [source.path, source]));
  for (const { path } of under(/^(sw\/|src\/contexts\/agency\/client\/sign-in\/)/))
    expect([path, weightOf(path, sources)]).toEqual([path, []]);
  const planted = [
    read('src/contexts/agency/client/sign-in/login.ts', `import { a } from '#kernel/client/a.ts';`),
    read('src/kernel/client/a.ts', `import { useState } from 'react';`),
  ];
  const withPlanted = new Map(planted.map((source) => [source.path, source]));
  expect(weightOf('src/contexts/agency/client/sign-in/login.ts', withPlanted)).toEqual(['react']);
});

test("India's clock is computed in one module", () => {
  const told = (text: string): boolean => /\b(5\.5 ?\*|19_?800(_?000)?\b|330 ?\*)/.test(text);
  expect(['now.getTime() + 5.5 * hour', 'at + 19_800_000', 'minutes + 330 * 60'].filter(told)).toHaveLength(
    3,
  );
  const clock = 'src/kernel/contract/india.ts';
  expect(product.flatMap(({ path, text }) => (told(text) ? [path] : []))).toEqual([clock]);
});

test('no name is exported by three files', () => {
  const planted = ['a', 'b', 'c'].map((name) => ({
    path: `src/contexts/work/server/${name}.ts`,
    text: 'export const pageOf = 1;\n',
  }));
  expect(homonyms(planted.slice(1))).toEqual([]);
  expect(homonyms(planted).map(([name]) => name)).toEqual(['pageOf']);
  expect(homonyms(product)).toEqual([]);
});

test('every decision has a status, an index item and existing files', () => {
  const paths = filesOf('{src,sw,tests}/**/*');
  const isThere = (name: string): boolean => paths.some((path) => `/${path}/`.includes(`/${name}/`));
  const index = readFileSync(join(root, 'src/decisions/README.md'), 'utf8');
  const faults = filesOf('src/decisions/[0-9]*.md').flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const named = [...text.matchAll(/`((?:src|kernel|contexts|app|tests)\/[\w./-]*\w)`/g)];
    return [
      ...(/^Status: (accepted|superseded)/m.test(text) ? [] : [`${path} has no status`]),
      ...(index.includes(`(${basename(path)})`) ? [] : [`${path} is not in the index`]),
      ...named.flatMap(([, name = '']) =>
        isThere(name.replace(/^src\//, '')) ? [] : [`${path} names ${name}`],
      ),
    ];
  });
  expect(faults).toEqual([]);
});

/** Where `npm ci --omit=dev` must be enough: servers without a demo, and the commands of those who run them. */
const ran =
  /^src\/(app\/(?!client\/|demo\/)|kernel\/server\/|contexts\/[^/]+\/server\/|tools\/(admin-create|agency|audit|db|evidence-verify|exchange\/config|migrate|rehearse-upgrade|second-factor-reset)\.ts$)/;
const beyond = (sources: Source[], packages: readonly string[]): string[] => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = under(ran, sources).flatMap(({ path }) => [...reachOf(path, byPath)]);
  return [...new Set(reached)].filter(
    (name) => !/^(src\/|node:)/.test(name) && !packages.some((one) => `${name}/`.startsWith(`${one}/`)),
  );
};

test('the server image excludes packages of browsers and developers only', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const planted = [
    read('src/app/server/a.ts', `import { b } from '#kernel/ui/b.ts'; import 'pg';`),
    read('src/kernel/ui/b.ts', `import { useState } from 'react';`),
  ];
  expect(beyond(planted, Object.keys(dependencies))).toEqual(['react']);
  expect(beyond(product, Object.keys(dependencies))).toEqual([]);
});

test('the packages and files that the customer fixed are there, and the packages are used', () => {
  const packages = `react react-dom vite vite-plugin-pwa workbox-window react-router-dom @tanstack/react-query
    @tanstack/query-sync-storage-persister idb @mantine/core socket.io-client vitest playwright`.split(/\s+/);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const known = { ...dependencies, ...devDependencies };
  expect(packages.filter((name) => !(name in known))).toEqual([]);
  const text = [...every, ...['vite', 'playwright'].map((tool) => read(`${tool}.config.ts`))]
    .map((source) => source.text)
    .join('\n');
  const isUsed = (name: string): boolean => new RegExp(`['"]${name}(/[\\w-]+)*['"]`).test(text);
  expect(packages.filter((name) => !isUsed(name))).toEqual([]);
});
