/** The SQL of declared totals: tables, queues, views, triggers and the rebuild. */
import {
  areNone,
  filtered,
  groups,
  indent,
  isRecent,
  joined,
  keysOf,
  sourcesOf,
  totals,
  unique,
  valuesOf,
} from './parts.ts';
import { type Source, type Sum, columnsOf, currentOf, isSource, movesOf, queueOf } from './sum.ts';
import { bulk, trigger } from './triggers.ts';

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
