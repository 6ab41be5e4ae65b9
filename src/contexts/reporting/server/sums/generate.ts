/** The SQL of declared totals: tables, queues, views, and one trigger per table whose rows are counted. */
import { type Source, type Sum, columnsOf, currentOf, isSource, movesOf, queueOf } from './sum.ts';

interface Counted {
  of: Sum;
  from: Source;
}
const sourcesOf = (sums: readonly Sum[]): Counted[] =>
  sums.flatMap((of) => of.from.map((from) => ({ of, from })));
const unique = (names: readonly string[]): string[] => [...new Set(names)];
/** Columns of the alias that a source reads. */
const read = (alias: 'r' | 'l', sources: readonly Source[]): string[] =>
  unique(
    sources.flatMap(({ by, amounts, where = '' }) =>
      [...Object.values(by), ...Object.values(amounts), where].flatMap((text) =>
        [...(text ?? '').matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
      ),
    ),
  );
const differ = (columns: readonly string[]): string =>
  `(${columns.map((one) => `old.${one}`).join(', ')}) is distinct from (${columns.map((one) => `new.${one}`).join(', ')})`;
const indent = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** Values of the columns of a sum; an amount is wrapped, such as by its sign. */
export const valuesOf = ({ of, from }: Counted, amount: (expression: string) => string): string[] => [
  ...Object.keys(of.by).map((column) => from.by[column] ?? 'null'),
  ...Object.keys(of.amounts).map((column) => {
    const expression = from.amounts[column];
    return expression === undefined ? '0' : amount(expression);
  }),
];
const signed = (expression: string): string => (expression === '1' ? 'sign' : `sign * (${expression})`);
const groups = ({ by }: Sum): string =>
  Object.keys(by)
    .map((_, i) => i + 1)
    .join(', ');
const into = (of: Sum): string => `insert into ${queueOf(of)} (${columnsOf(of).join(', ')})`;

/** Tables of a sum, and its queue. */
function tables(of: Sum): string {
  const columns = Object.entries({ ...of.by, ...of.amounts }).map(
    ([name, [type]]) => `  ${name} ${type} not null`,
  );
  const covered = of.isCovered ? ` include (${Object.keys(of.amounts).join(', ')})` : '';
  const key = `  primary key (${Object.keys(of.by).join(', ')})${covered}`;
  return `create table ${of.name} (
${[...columns, key].join(',\n')}
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
${(of.indexes ?? []).map((index, i) => `create index ${of.name}_${i + 1} on ${of.name} ${index};\n`).join('')}
create table ${queueOf(of)} (
${columns.join(',\n')}
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
`;
}

/** Rows of a sum with queued changes, before and after them: for totals of its rows. */
const moves = (of: Sum): string => {
  const keys = Object.keys(of.by);
  const now = columnsOf(of).map((column) =>
    keys.includes(column) ? `c.${column}` : `coalesce((o).${column}, 0) + c.${column}`,
  );
  return `create view ${movesOf(of)} as
  select o as was, row(${now.join(', ')})::${of.name} as now
  from (select ${keys.join(', ')}, ${Object.entries(of.amounts)
    .map(([column, [type]]) => `sum(${column})::${type} as ${column}`)
    .join(', ')}
    from ${queueOf(of)} group by ${groups(of)}) c
    left join lateral (
      select k from ${of.name} k where ${keys.map((key) => `k.${key} = c.${key}`).join(' and ')} offset 0) k (o) on true;
`;
};

const joined = ({ of }: Source): string => (of ? ` join ${of.table} l on l.id = r.${of.key}` : '');
const filtered = ({ where }: Source): string => (where === undefined ? '' : ` where ${where}`);

/** All rows and changes of a sum, those of its sources that are not folded yet among them. */
function view(of: Sum, sums: readonly Sum[]): string {
  const columns = columnsOf(of).join(', ');
  const staged = of.from
    .filter(({ table }) => sums.some(({ name }) => name === table))
    .map(
      (from) => `  union all select ${valuesOf({ of, from }, (one) => `sign * (${one})`).join(', ')}
  from ${from.table}_moves m cross join lateral (
    select -1 as sign, (m.was).* union all select 1, (m.now).*) r${joined(from)}${filtered(from)}`,
    );
  return `create view ${currentOf(of)} as
${[`  select ${columns} from ${of.name}`, `  union all select ${columns} from ${queueOf(of)}`, ...staged].join('\n')};
`;
}

/** Queues the row of a trigger for one sum. */
function queued(of: Sum, sources: readonly Source[]): string {
  const [only] = sources;
  if (sources.length === 1 && only) {
    const values = `${into(of)}\n  values (${valuesOf({ of, from: only }, signed).join(', ')});`;
    return only.where === undefined ? values : `if ${only.where} then\n${indent(values, 2)}\nend if;`;
  }
  const selects = sources.map(
    (from) => `  select ${valuesOf({ of, from }, signed).join(', ')}${filtered(from)}`,
  );
  return `${into(of)}\n${selects.join('\n  union all\n')};`;
}
/** An update that leaves all columns as they were queues nothing. */
const whenRead = (columns: readonly string[], work: string): string =>
  `if tg_op <> 'UPDATE' or ${differ(columns)} then\n${indent(work, 2)}\nend if;`;

function rowsOf(counted: readonly Counted[]): string {
  const bySum = Map.groupBy(counted, ({ of }) => of);
  const queues = (some: (from: Source) => boolean): string[] =>
    [...bySum].flatMap(([of, those]) => {
      const sources = those.map(({ from }) => from).filter(some);
      const keys = sources.flatMap(({ of: parent }) => parent?.key ?? []);
      return sources.length ? [whenRead(unique([...read('r', sources), ...keys]), queued(of, sources))] : [];
    });
  const plain = queues(({ of }) => !of);
  const ofParent = queues(({ of }) => of !== undefined);
  const parent = counted.find(({ from }) => from.of)?.from.of;
  if (!parent) return plain.join('\n');
  const columns = read(
    'l',
    counted.map(({ from }) => from),
  );
  return [
    ...plain,
    `select ${columns.map((one) => `l.${one}`).join(', ')} into l from ${parent.table} l where l.id = r.${parent.key} for share;`,
    `if found then\n${indent(ofParent.join('\n'), 2)}\nend if;`,
  ].join('\n');
}

/** Moves the rows of a changed or deleted parent between totals. */
const moved = (counted: readonly Counted[]): string =>
  counted
    .map(({ of, from }) => {
      const values = valuesOf({ of, from }, (one) =>
        one === '1' ? 'sign * count(*)' : `sign * sum(${one})`,
      );
      const work = `${into(of)}
  select ${values.join(', ')}
  from ${from.table} r where r.${from.of?.key ?? ''} = l.id${from.where === undefined ? '' : ` and (${from.where})`}
  group by ${groups(of)};`;
      return `if tg_op = 'DELETE' or tg_op = 'UPDATE' and ${differ(read('l', [from]))} then\n${indent(work, 2)}\nend if;`;
    })
    .join('\n');

function trigger(table: string, all: readonly Counted[]): string {
  const own = all.filter(({ from }) => from.table === table && !from.isBulk);
  const below = all.filter(({ from }) => from.of?.table === table);
  const names = unique([...own, ...below].map(({ of }) => of.name)).join(', ');
  const columns = unique([
    ...read(
      'r',
      own.map(({ from }) => from),
    ),
    ...own.flatMap(({ from }) => from.of?.key ?? []),
    ...read(
      'l',
      below.map(({ from }) => from),
    ),
  ]);
  const body = [rowsOf(own), ...(below.length ? ['l := r;', moved(below)] : [])].join('\n');
  return `-- Queues changes of ${table} for ${names}.
create function sum_${table}() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not (${differ(columns)}) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
${indent(body, 4)}
  end loop;
  return null;
end $$;
-- Rows of ${table} are counted.
create trigger ${table}_sums after insert or update or delete on ${table}
  for each row execute function sum_${table}();
`;
}

/** For rows that are added in bulk without triggers. */
const bulk = (
  table: string,
  all: readonly Counted[],
): string => `-- Queues new rows of ${table} that were added without triggers.
create function sum_new_${table}(ids bigint[]) returns void language sql as $$
${all
  .filter(({ from }) => from.table === table)
  .map(
    ({ of, from }) => `  ${into(of)}
    select ${valuesOf({ of, from }, (one) => `sum(${one})`).join(', ')}
    from ${table} r where r.id = any(ids)${from.where === undefined ? '' : ` and (${from.where})`} group by ${groups(of)};`,
  )
  .join('\n')}
$$;
`;

export const keysOf = ({ by }: Sum): string => Object.keys(by).join(', ');
export const totals = ({ amounts }: Sum): string =>
  Object.keys(amounts)
    .map((one) => `sum(${one})`)
    .join(', ');
export const areNone = ({ amounts }: Sum): string =>
  Object.keys(amounts)
    .map((one) => `sum(${one}) = 0`)
    .join(' and ');
/** Totals before a day are forgotten. */
export const isRecent = ({ recent }: Sum, since: string): string =>
  recent === undefined ? 'true' : `(${recent} = '-infinity' or ${recent} >= ${since})`;

const asRead = (from: Source, sums: readonly Sum[]): string => {
  const staged = sums.find(({ name }) => name === from.table);
  return staged
    ? `(select ${keysOf(staged)}, ${Object.keys(staged.amounts)
        .map((one) => `sum(${one}) as ${one}`)
        .join(', ')}
        from ${currentOf(staged)} group by ${keysOf(staged)}) r`
    : `${from.table} r`;
};
/** A sum as its rows say. */
export function counted(of: Sum, sums: readonly Sum[]): string {
  const rows = of.from.map(
    (from) => `  select ${valuesOf({ of, from }, (one) => one).join(', ')}
  from ${asRead(from, sums)}${joined(from)}${filtered(from)}`,
  );
  return `select ${keysOf(of)}, ${totals(of)} from (
${rows.join('\n  union all\n')}) x (${columnsOf(of).join(', ')})`;
}
/** Tables of rows that are counted, and their parents. */
const countedTables = (sums: readonly Sum[]): string[] => {
  const tables = sourcesOf(sums).flatMap(({ from }) => [from.table, from.of?.table ?? from.table]);
  return unique(tables)
    .filter((table) => !sums.some(({ name }) => name === table))
    .toSorted();
};
const rebuild = (
  sums: readonly Sum[],
): string => `-- Computes all sums again, after rows were written without triggers; without those before a day that are forgotten.
create function rebuild_sums(since date) returns void language plpgsql as $$
begin
  lock table ${countedTables(sums).join(', ')} in share mode;
${sums
  .map((of) => {
    const statements = [
      `truncate ${of.name}, ${queueOf(of)};`,
      `insert into ${of.name} (${columnsOf(of).join(', ')})
${counted(of, sums)}${of.recent === undefined ? '' : ` where ${isRecent(of, 'since')}`}
group by ${keysOf(of)} having not (${areNone(of)}) order by ${keysOf(of)};`,
    ];
    // Its trigger would queue what is computed next.
    const quiet = (to: string): string => `alter table ${of.name} ${to} trigger ${of.name}_sums;`;
    return indent(
      (isSource(of, sums) ? [quiet('disable'), ...statements, quiet('enable')] : statements).join('\n'),
      2,
    );
  })
  .join('\n')}
end $$;
`;

/** The whole text; the same declarations give the same text. */
export function schemaOf(sums: readonly Sum[], inBulk: readonly string[]): string {
  const all = sourcesOf(sums);
  const counted = unique(
    all.flatMap(({ from }) => [...(from.isBulk ? [] : [from.table]), from.of?.table ?? from.table]),
  ).toSorted();
  return [
    '-- Generated from `sums/declared.ts`; written by: npx vitest run --project unit src/contexts/reporting/server/sums -u\n',
    ...sums.map((of) => `${tables(of)}\n${isSource(of, sums) ? `${moves(of)}\n` : ''}${view(of, sums)}`),
    ...counted.map((table) => trigger(table, all)),
    ...inBulk.map((table) => bulk(table, all)),
    rebuild(sums),
  ].join('\n');
}
