/** The lines that make a new slice known, each laid into its list where the alphabet wants it. */
import { type Files, type Slice } from './slice.ts';

/** Lines of a text from the one that opens a list to the one that closes it. */
function listIn(lines: readonly string[], opens: RegExp, closes: string): [number, number] {
  const start = lines.findIndex((line) => opens.test(line));
  const end = lines.findIndex((line, i) => i > start && line === closes);
  if (start < 0 || end < 0) throw new Error(`no list that opens with ${String(opens)}`);
  return [start, end];
}

/** Puts an entry before the first of the list whose key comes later, else at its end. */
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

export function inContract(text: string, { context, names }: Slice): string {
  const entry = names.many === names.camel ? `  ${names.camel},` : `  '${names.many}': ${names.camel},`;
  return layInto(addImport(text, names.camel, `#contexts/${context}/contract/${names.many}.ts`), entry, {
    opens: /^export const domains/,
    closes: '};',
    key: /^ {2}'?([\w-]+)/,
    value: names.many,
  });
}

export const inFlags = (text: string, flags: readonly string[]): string =>
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

/** A master's events follow from its name. */
export function inEvents(text: string, { names }: Slice): string {
  const declared = /export type MasterDomain =([^;]+);/.exec(text);
  if (!declared) throw new Error('no MasterDomain in the events');
  const known = [...(declared[1] ?? '').matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  const union = [...known, names.many].toSorted((a, b) => (a < b ? -1 : 1)).map((name) => `'${name}'`);
  return text.replace(declared[0], `export type MasterDomain = ${union.join(' | ')};`);
}

/** The context answers its endpoints. */
export function inModule(text: string, { names }: Slice): string {
  const routes = `${names.oneCamel}Routes`;
  const imported = addImport(text, routes, `./${names.many}/routes.ts`);
  return layInto(imported, `    ...${routes},`, {
    opens: /^ {2}routes: /,
    closes: '  ],',
    key: /^ {4}\.\.\.(\w+)/,
    value: routes,
  });
}

/** A list of tables that stands in one line is spread over several, to be added to; the formatter joins none. */
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
export const inOwned = (text: string, { names }: Slice): string =>
  layInto(text, `    '${names.snake}',`, {
    opens: /^ {2}owns: \[/,
    closes: '  ],',
    key: /^ {4}'(\w+)',$/,
    value: names.snake,
  });

/**
 * The screen stands in its menu group behind those of the specification, whose order is given, by its path; a group that
 * has none yet comes after the last admin screen.
 */
export function inScreens(
  text: string,
  slice: Slice,
  group: 'masters' | 'reports',
  isSpecified: (path: string) => boolean,
): string {
  const { context, names, flags, screen } = slice;
  const lines = text.split('\n');
  const blocks = lines.flatMap((line, start) => {
    const isMaster = line.startsWith('  master(');
    if (line !== '  {' && !isMaster) return [];
    const end = lines.indexOf(isMaster ? '  }),' : '  },', start);
    const body = lines.slice(start, end).join('\n');
    const path = /path: '(\/admin\/[^']+)'/.exec(body)?.[1];
    const isOwn = group === 'masters' ? isMaster : body.includes(`group: '${group}'`);
    return path ? [{ start, end, path, isOwn }] : [];
  });
  const own = blocks.filter(({ isOwn }) => isOwn);
  const added = own.slice(own.findLastIndex(({ path }) => isSpecified(path)) + 1);
  const later = added.find(({ path }) => path > screen);
  const last = (own.length > 0 ? own : blocks).at(-1);
  if (!last) throw new Error('no admin screen to stand beside');
  const words = `path: '${screen}',
    title: titles.${names.camel},
    icon: 'file',
    load: async () => (await import('#contexts/${context}/client/${names.many}/${names.many}.screen.tsx')).${names.pascal}Screen,`;
  const entry =
    group === 'masters'
      ? `  master('${flags.list}', {\n    ${words}\n  }),`
      : `  {\n    shell: 'admin',\n    can: { roles: adminRoles, any: ['${flags.list}'] },\n    menu: 'main',\n    group: '${group}',\n    ${words}\n  },`;
  lines.splice(later ? later.start : last.end + 1, 0, entry);
  return lines.join('\n');
}

/** The word of the menu. */
export const inTitles = (text: string, { names }: Slice): string => {
  const lines = text.split('\n');
  const [, end] = listIn(lines, /^ {2}screens: \{/, '  },');
  if (text.includes(`    ${names.camel}:`)) return text;
  lines.splice(end, 0, `    ${names.camel}: '${names.title}',`);
  return lines.join('\n');
};

/** Every list a slice of this kind is in, read and written through `files`. */
export function register(slice: Slice, kind: 'master' | 'list', read: (path: string) => string): Files {
  const { context, flags } = slice;
  const wanted = kind === 'master' ? [flags.list, flags.create, flags.edit] : [flags.list];
  const module = `src/contexts/${context}/server/module.ts`;
  const specified = new Set(read('tests/spec/routes.tsv').split(/\s+/));
  const screens = `src/app/client/${kind === 'master' ? 'master-' : ''}screens.ts`;
  const files: Files = {
    'src/kernel/contract/flags.ts': inFlags(read('src/kernel/contract/flags.ts'), wanted),
    'src/app/contract.ts': inContract(read('src/app/contract.ts'), slice),
    [module]: inOwned(inModule(oneByLine(read(module)), slice), slice),
    'src/text/en/app.ts': inTitles(read('src/text/en/app.ts'), slice),
    [screens]: inScreens(read(screens), slice, kind === 'master' ? 'masters' : 'reports', (path) =>
      specified.has(path),
    ),
  };
  if (kind === 'master') {
    const events = 'src/kernel/contract/events.ts';
    files[events] = inEvents(read(events), slice);
  }
  return files;
}
