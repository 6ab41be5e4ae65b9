/** `npm run new -- master holidays`: generates a slice with its registrations, already green. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as prettier from 'prettier';
import { schemaFiles } from '#app/database/schema/baseline.ts';
import { modules } from '#app/server/modules.ts';
import { flags as knownFlags } from '#kernel/contract/flags.ts';
import { type SliceField, fieldsFrom, isSqlWord, kindNames } from './scaffold/fields.ts';
import { listFiles } from './scaffold/list.ts';
import { masterFiles } from './scaffold/master.ts';
import { type Names, namesOf } from './scaffold/names.ts';
import { register } from './scaffold/register.ts';
import { type Files, type Slice, contractPath } from './scaffold/slice.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (path: string): string => join(root, path);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const migrations = 'src/kernel/server/db/migrations';

/** Default contexts of a slice. */
const homes = { master: 'agency', list: 'work', report: 'reporting' } as const;
const isKind = (kind: string | undefined): kind is keyof typeof homes => kind !== undefined && kind in homes;
const contexts = modules.map(({ name }) => name);

const usage = `Use: npm run new -- master holidays --fields name:text,day:day
     npm run new -- list callbacks --fields number:text,dueOn:day
     npm run new -- report kept-rates --fields portfolio:text,kept:rupees, a list that reads what is there
  --fields  ${kindNames.join(', ')}; the first field is what a search looks in and must be text
  --context ${contexts.join(', ')}, when it is not ${homes.master} for a master, ${homes.list} for a list, ${homes.report} for a report
  --path    of the API, when it is not /<name>       --screen  when it is not /admin/<name>
  --active  rows can be deactivated (master)`;

class Refused extends Error {}

/** A flag of the specification where there is one, in either number, else one to be added. */
function flagOf(verbs: readonly string[], { snake, one }: Names): string {
  const names = [snake, one.replaceAll('-', '_')];
  const wanted = verbs.flatMap((verb) => names.map((name) => `${verb}_${name}`));
  const known = wanted.find((flag) => (knownFlags as readonly string[]).includes(flag));
  return known ?? `${verbs[0] ?? ''}_${names[0] ?? ''}`;
}

function dropdownFlag({ one }: Names): string | undefined {
  const flag = `list_${one.replaceAll('-', '_')}_dropdown`;
  return (knownFlags as readonly string[]).includes(flag) ? flag : undefined;
}

/** The specification fixes the spelling of toasts individually; otherwise we write one. */
function toast({ oneTitle }: Names, done: string): string {
  const ours = `${oneTitle} ${done} successfully`;
  const fixed = read('tests/spec/messages.tsv').split('\n');
  return fixed.find((line) => line.toLowerCase().replace(/[!.]$/, '') === ours.toLowerCase()) ?? ours;
}

/** The fields a table lacks; undefined when there is no such table yet. */
function lackingIn(table: string, fields: readonly SliceField[]): SliceField[] | undefined {
  const since = migrationFiles().map((file) => read(`${migrations}/${file}`));
  const all = [...schemaFiles.map((file) => read(`src/${file}`)), ...since].join('\n');
  const made = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\)`).exec(all)?.[1];
  if (made === undefined) return undefined;
  const added = [...all.matchAll(new RegExp(`alter table ${table} add column (\\w+)`, 'g'))].map(
    ([, name]) => name,
  );
  return fields.filter(({ snake }) => !new RegExp(`\\b${snake} `).test(made) && !added.includes(snake));
}

const migrationFiles = (): string[] => readdirSync(at(migrations)).filter((file) => file.endsWith('.sql'));

/** Migrations since the baseline are numbered from 1000. */
function nextMigration(many: string): string {
  const last = Math.max(999, ...migrationFiles().map((file) => Number(file.slice(0, 4))));
  return `${migrations}/${String(last + 1).padStart(4, '0')}-${many}.sql`;
}

function sliceOf(
  many: string,
  o: { context: string; fields: string; path?: string; screen?: string; active: boolean },
): Slice {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(many))
    throw new Refused(`“${many}” is no name of many things: write it like holidays or loan-types.`);
  const fields = fieldsFrom(o.fields);
  if (typeof fields === 'string') throw new Refused(fields);
  if (fields[0]?.uses[0] !== 'text')
    throw new Refused('The first field must be text: it is what a search looks in.');
  const names = namesOf(many);
  if (isSqlWord(names.snake)) throw new Refused(`“${many}” is a word of SQL, so no table can be called so.`);
  if (!contexts.some((name) => name === o.context)) throw new Refused(`“${o.context}” is no context.`);
  return {
    context: o.context,
    names,
    fields,
    path: o.path ?? `/${many}`,
    screen: o.screen ?? `/admin/${many}`,
    flags: {
      list: flagOf(['list'], names),
      create: flagOf(['create', 'add'], names),
      edit: flagOf(['edit', 'update'], names),
      dropdown: dropdownFlag(names),
    },
    says: { created: toast(names, 'added'), updated: toast(names, 'updated') },
    isActive: o.active,
    lacking: lackingIn(names.snake, fields),
    migration: nextMigration(many),
  };
}

const indexList = 'src/kernel/server/db/indexes.txt';

/** Index names of a migration; keys and unique columns by PostgreSQL's naming. */
function indexesOf(sql: string): string[] {
  const named = [...sql.matchAll(/create (?:unique )?index (\w+)/g)].map(([, name = '']) => name);
  const own = [...sql.matchAll(/create table (\w+) \(\n([\s\S]*?)\n\)/g)].flatMap(
    ([, table = '', body = '']) => [
      `${table}_pkey`,
      ...[...body.matchAll(/^ {2}(\w+) .*\bunique\b/gm)].map(([, column = '']) => `${table}_${column}_key`),
    ],
  );
  return [...named, ...own];
}

/** The list of indexes with those of a migration; nothing for a table that is there. */
function indexesWith(sql = ''): Files {
  const added = indexesOf(sql);
  if (added.length === 0) return {};
  const all = [...read(indexList).trim().split('\n'), ...added].toSorted((a, b) => (a < b ? -1 : 1));
  return { [indexList]: `${all.join('\n')}\n` };
}

async function write(files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    const options = await prettier.resolveConfig(at(path));
    const isPlain = /\.(sql|txt)$/.test(path);
    writeFileSync(at(path), isPlain ? text : await prettier.format(text, { ...options, filepath: path }));
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fields: { type: 'string', default: 'name:text,description:note' },
      context: { type: 'string' },
      path: { type: 'string' },
      screen: { type: 'string' },
      active: { type: 'boolean', default: false },
    },
  });
  const [kind, many] = positionals;
  if (!isKind(kind) || !many) throw new Refused(usage);
  const slice = sliceOf(many, { ...values, context: values.context ?? homes[kind] });
  const made = kind === 'master' ? masterFiles(slice) : listFiles(slice, kind);
  const masters = `src/contexts/${slice.context}/masters.ts`;
  if (kind === 'master' && !existsSync(at(masters)))
    throw new Refused(`${masters} is not there yet: name it in both modules of the context, as agency does.`);
  const taken = [contractPath(slice), ...Object.keys(made)].find((path) => existsSync(at(path)));
  if (taken) throw new Refused(`${taken} is there already; nothing was changed.`);
  const registered = { ...register(slice, kind, read), ...indexesWith(made[slice.migration]) };
  await write({ ...made, ...registered });
  console.log(
    `Written:\n${Object.keys(made)
      .map((path) => `  ${path}`)
      .join('\n')}`,
  );
  console.log(
    `Registered in:\n${Object.keys(registered)
      .map((path) => `  ${path}`)
      .join('\n')}`,
  );
  console.log(
    `Rows of the specification that are built now must leave tests/spec/not-yet.json: npm run check names them.
Words in Hindi: src/contexts/${slice.context}/text/hi/${many}.ts, named in src/app/text/hi/hindi.ts: npm run check names each.`,
  );
}

await main().catch((error: unknown) => {
  const isUsage =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof Refused) && !isUsage) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
