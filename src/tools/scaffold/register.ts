/** Registration rows of a new slice, each inserted alphabetically. */
import type { ListKind } from './list.ts';
import type { Files, Slice } from './slice.ts';

/** Text rows between a list's opening and closing one. */
function listIn(lines: readonly string[], opens: RegExp, closes: string): [number, number] {
  const start = lines.findIndex((line) => opens.test(line));
  const end = lines.findIndex((line, i) => i > start && line === closes);
  if (start < 0 || end < 0) throw new Error(`no list that opens with ${String(opens)}`);
  return [start, end];
}

/** Inserts an item before the first with a later key, else at the end. */
function layInto(
  text: string,
  entry: string,
  o: { opens: RegExp; closes: string; key: RegExp; value: string; up?: number },
): string {
  const lines = text.split('\n');
  const [start, end] = listIn(lines, o.opens, o.closes);
  let at = end;
  for (let i = start + 1; i < end; i++) {
    const key = o.key.exec(lines[i] ?? '')?.[1];
    if (key === o.value) return text;
    if (key !== undefined && key > o.value) {
      at = i - (o.up ?? 0);
      break;
    }
  }
  lines.splice(at, 0, entry);
  return lines.join('\n');
}

/** Puts an import among those of its folder. */
function addImport(text: string, what: string, from: string): string {
  const lines = text.split('\n');
  const folder = from.slice(0, from.lastIndexOf('/', from.startsWith('#contexts/') ? 10 : undefined) + 1);
  const own = lines.flatMap((line, i) => {
    const path = / from '([^']+)';$/.exec(line)?.[1];
    return path?.startsWith(folder) && (folder !== './' || !path.includes('/', 2)) ? [{ path, i }] : [];
  });
  const later = own.find(({ path }) => path > from);
  const at = later ? later.i : (own.at(-1)?.i ?? -1) + 1;
  lines.splice(at, 0, `import { ${what} } from '${from}';`);
  return lines.join('\n');
}

function inContract(text: string, { context, names }: Slice): string {
  const entry = names.many === names.camel ? `  ${names.camel},` : `  '${names.many}': ${names.camel},`;
  return layInto(addImport(text, names.camel, `#contexts/${context}/contract/${names.many}.ts`), entry, {
    opens: /^export const domains/,
    closes: '};',
    key: /^ {2}'?([\w-]+)/,
    value: names.many,
  });
}

const inFlags = (text: string, flags: readonly string[]): string =>
  flags.reduce(
    (so, flag) =>
      layInto(so, `  '${flag}',`, {
        opens: /^export const flags/,
        closes: '] as const;',
        key: /^ {2}'(\w+)'/,
        value: flag,
      }),
    text,
  );

/** The context answers its endpoints. */
function inModule(text: string, { names }: Slice): string {
  const routes = `${names.oneCamel}Routes`;
  const imported = addImport(text, routes, `./${names.many}/routes.ts`);
  return layInto(imported, `    ...${routes},`, {
    opens: /^ {2}routes: /,
    closes: '  ],',
    key: /^ {4}\.\.\.(\w+)/,
    value: routes,
  });
}

/** Expands a one-row list of tables to several rows for insertion; the formatter does not rejoin them. */
const oneByLine = (text: string): string =>
  text.replace(
    /^ {2}owns: \[('.*')\],$/m,
    (_, tables: string) =>
      `  owns: [\n${tables
        .split(', ')
        .map((one) => `    ${one},`)
        .join('\n')}\n  ],`,
  );

/** The context owns its table. */
const inOwned = (text: string, { names }: Slice): string =>
  layInto(text, `    '${names.snake}',`, {
    opens: /^ {2}owns: \[/,
    closes: '  ],',
    key: /^ {4}'(\w+)',$/,
    value: names.snake,
  });

/** The README of the context names the tables it owns, as `npm run house` wants. */
const inReadme = (text: string, { names }: Slice): string =>
  text.replace(/^(- \*\*Owns\*\*: .*)\.$/m, `$1, \`${names.snake}\`.`);

/** Inserts a master's entry at the end of its context's list; entries without a position are sorted by path. */
function inMasters(text: string, { names, screen, flags }: Slice): string {
  const place = screen === `/admin/${names.many}` ? '' : `path: '${screen}',`;
  const entry = `  {
    name: '${names.many}',
    contract: async () => (await import('./contract/${names.many}.ts')).${names.camel},
    screen: async () => (await import('./client/${names.many}/${names.many}.screen.tsx')).${names.pascal}Screen,
    flag: '${flags.list}',
    ${place}
  },`;
  return text.replace(/\n\];\n$/, `\n${entry}\n];\n`);
}

/** A list's screen, last among those of its context. */
function inScreens(text: string, { names, flags, screen }: Slice): string {
  const imported = /\binAdmin\b/.test(text) ? text : text.replace('type Screen,', 'type Screen, inAdmin,');
  const entry = `  inAdmin('${flags.list}', {
    path: '${screen}',
    title: appText.screens.${names.camel},
    icon: 'file',
    menu: 'main',
    group: 'reports',
    load: async () => (await import('./${names.many}/${names.many}.screen.tsx')).${names.pascal}Screen,
  }),`;
  return imported.replace(/\n\];\n$/, `\n${entry}\n];\n`);
}

/** The word of the menu. */
const inTitles = (text: string, { names }: Slice): string => {
  const lines = text.split('\n');
  const [, end] = listIn(lines, /^ {2}screens: \{/, '  },');
  if (text.includes(`    ${names.camel}:`)) return text;
  lines.splice(end, 0, `    ${names.camel}: '${names.title}',`);
  return lines.join('\n');
};

/** All registrations of a slice kind, read through `read`: a master's, and its permission names. */
export function register(slice: Slice, kind: 'master' | ListKind, read: (path: string) => string): Files {
  const { context, flags } = slice;
  const wanted = kind === 'master' ? [flags.list, flags.create, flags.edit] : [flags.list];
  const known = 'src/kernel/contract/flags.ts';
  const readme = `src/contexts/${context}/README.md`;
  const files: Files = { [known]: inFlags(read(known), wanted) };
  if (kind === 'master') {
    const masters = `src/contexts/${context}/masters.ts`;
    return {
      ...files,
      [masters]: inMasters(read(masters), slice),
      [readme]: inReadme(read(readme), slice),
    };
  }
  const [server, client] = [
    `src/contexts/${context}/server/module.ts`,
    `src/contexts/${context}/client/module.ts`,
  ];
  return {
    ...files,
    'src/app/contract.ts': inContract(read('src/app/contract.ts'), slice),
    [server]:
      kind === 'list'
        ? inOwned(inModule(oneByLine(read(server)), slice), slice)
        : inModule(read(server), slice),
    'src/text/en/app.ts': inTitles(read('src/text/en/app.ts'), slice),
    [client]: inScreens(read(client), slice),
    ...(kind === 'list' && { [readme]: inReadme(read(readme), slice) }),
  };
}
