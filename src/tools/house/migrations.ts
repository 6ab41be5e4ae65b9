/**
 * Migrations run while servers of the previous version are active: they add (expand), and remove only in a later
 * migration that names its first half (contract). None locks an existing table for longer than a moment.
 */
import { migrationOf, spoken } from '#app/database/migration-file.ts';

export interface MigrationFile {
  name: string;
  text: string;
}

/** Bodies of functions are no statements of the migration. */
const statementsIn = (text: string): string[] =>
  spoken(text)
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter(Boolean);

const found = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.toLowerCase().matchAll(pattern)].flatMap(([, name]) => name ?? []));

/** Changes that break a previous version. */
const takesAway: readonly [RegExp, string][] = [
  [/^drop (table|view)/, 'drops a table'],
  [/\bdrop column\b/, 'drops a column'],
  [/\brename\b/, 'renames'],
  [/\balter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/\bset not null\b/, 'makes a column required'],
  [/\balter (column )?\w+ drop default\b/, 'takes a default away'],
];
/** Locks on an existing table during a full read. */
const holds: readonly [RegExp, string][] = [
  [/\badd column (?!.*\bdefault\b).*\bnot null\b/, 'adds a required column without a default'],
  [
    /\badd column .*(\bstored\b|\bas identity\b|default (gen_random_uuid|clock_timestamp|random|nextval)\()/,
    'rewrites the table for a column',
  ],
  [
    /\badd (constraint \w+ )?(check|foreign key)(?!.*\bnot valid\b)/,
    'checks all rows at once: add it not valid, validate it in the next migration',
  ],
  [/\badd (constraint \w+ )?(unique|primary key)(?! using index)/, 'builds an index while nobody may write'],
];
/** Names below 1000 mark a database from before the baseline, which a start refuses. */
const NUMBERED = /^[1-9]\d{3}-/;
const ALONE = /^(create (unique )?index concurrently if not exists|drop index concurrently if exists) \w+/;

function faultsOf({ name, text }: MigrationFile, earlier: readonly string[]): string[] {
  if (!NUMBERED.test(name)) return ['is numbered below 1000'];
  const { isAlone, contractOf } = migrationOf(name, text);
  const statements = statementsIn(text);
  if (isAlone)
    return statements.flatMap((one) => (ALONE.test(one) ? [] : ['does more than indexes beside others']));
  const made = found(spoken(text), /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g);
  const replaced = found(spoken(text), /\bcreate (?:or replace )?function (\w+)/g);
  const isKnownContract = contractOf !== undefined && earlier.includes(contractOf);
  return statements.flatMap((one) => {
    const [, table = ''] = /^(?:alter table|drop table)(?: if exists)?(?: only)? (\w+)/.exec(one) ?? [];
    const [, indexed] = /^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(\w+)/.exec(one) ?? [];
    const [, dropped] = /^drop function (?:if exists )?(\w+)/.exec(one) ?? [];
    if (made.has(table)) return [];
    const gone = takesAway.flatMap(([pattern, what]) => (pattern.test(one) ? [what] : []));
    if (dropped && !replaced.has(dropped)) gone.push('drops a function');
    return [
      ...(isKnownContract ? [] : gone.map((what) => `${what}, and is not the contract of an earlier one`)),
      ...(one.startsWith('alter table') ? holds : []).flatMap(([pattern, what]) =>
        pattern.test(one) ? [what] : [],
      ),
      ...(indexed && !made.has(indexed) ? [`builds an index of ${indexed} while nobody may write`] : []),
    ];
  });
}

export const brokenMigrations = (files: readonly MigrationFile[]): string[] =>
  files.flatMap((file, i) =>
    faultsOf(
      file,
      files.slice(0, i).map(({ name }) => name),
    ).map((fault) => `${file.name} ${fault}`),
  );
