/** Triggers of declared totals: one per table whose rows are read. */
import { type Counted, filtered, groups, indent, into, unique, valuesOf } from './parts.ts';
import type { Source, Sum } from './sum.ts';

const columnsIn = (alias: 'r' | 'l', texts: readonly (string | undefined)[]): string[] =>
  unique(
    texts.flatMap((text = '') =>
      [...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    ),
  );
/** Columns of the alias that say where a row belongs. */
const readKeys = (alias: 'r' | 'l', sources: readonly Source[]): string[] =>
  columnsIn(
    alias,
    sources.flatMap(({ by, where }) => [...Object.values(by), where]),
  );
/** Other columns, which only change its amounts. */
const readAmounts = (alias: 'r' | 'l', sources: readonly Source[]): string[] => {
  const keys = readKeys(alias, sources);
  const amounts = columnsIn(
    alias,
    sources.flatMap((from) => Object.values(from.amounts)),
  );
  return amounts.filter((column) => !keys.includes(column));
};
const read = (alias: 'r' | 'l', sources: readonly Source[]): string[] => [
  ...readKeys(alias, sources),
  ...readAmounts(alias, sources),
];
const differ = (columns: readonly string[]): string =>
  `(${columns.map((one) => `old.${one}`).join(', ')}) is distinct from (${columns.map((one) => `new.${one}`).join(', ')})`;
const signed = (expression: string): string => (expression === '1' ? 'sign' : `sign * (${expression})`);
/** What an update adds to an amount. */
const added = (alias: 'r' | 'l', expression: string, wrap = (one: string): string => `(${one})`): string => {
  const of = (row: string): string =>
    wrap(expression.replaceAll(new RegExp(`\\b${alias}\\.`, 'g'), `${row}.`));
  return columnsIn(alias, [expression]).length ? `${of('new')} - ${of('old')}` : '0';
};
/** Queues the row of a trigger for one sum. */
function queued(of: Sum, sources: readonly Source[], amount: (expression: string) => string): string {
  const [only] = sources;
  if (sources.length === 1 && only) {
    const values = `${into(of)}\n  values (${valuesOf({ of, from: only }, amount).join(', ')});`;
    return only.where === undefined ? values : `if ${only.where} then\n${indent(values, 2)}\nend if;`;
  }
  const selects = sources.map(
    (from) => `  select ${valuesOf({ of, from }, amount).join(', ')}${filtered(from)}`,
  );
  return `${into(of)}\n${selects.join('\n  union all\n')};`;
}
interface Change {
  isRest: string;
  keys: readonly string[];
  amounts: readonly string[];
  /** For both rows of an update, or the one of another statement. */
  both: string;
  /** For an update that only changes amounts. */
  once: string;
}
const whenChanged = ({ isRest, keys, amounts, both, once }: Change): string =>
  `if ${isRest} ${differ(keys)} then
${indent(both, 2)}
${amounts.length ? `elsif tg_op = 'UPDATE' and sign > 0 and ${differ(amounts)} then\n${indent(once, 2)}\n` : ''}end if;`;

function rowsOf(counted: readonly Counted[]): string {
  const bySum = Map.groupBy(counted, ({ of }) => of);
  const queues = (some: (from: Source) => boolean): string[] =>
    [...bySum].flatMap(([of, those]) => {
      const sources = those.map(({ from }) => from).filter(some);
      if (sources.length === 0) return [];
      const change: Change = {
        isRest: `tg_op <> 'UPDATE' or`,
        keys: unique([...readKeys('r', sources), ...sources.flatMap(({ of: parent }) => parent?.key ?? [])]),
        amounts: readAmounts('r', sources),
        both: queued(of, sources, signed),
        once: queued(of, sources, (one) => added('r', one)),
      };
      return [whenChanged(change)];
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
      const work = (amount: (expression: string) => string): string => `${into(of)}
  select ${valuesOf({ of, from }, amount).join(', ')}
  from ${from.table} r where r.${from.of?.key ?? ''} = l.id${from.where === undefined ? '' : ` and (${from.where})`}
  group by ${groups(of)};`;
      return whenChanged({
        isRest: `tg_op = 'DELETE' or tg_op = 'UPDATE' and`,
        keys: readKeys('l', [from]),
        amounts: readAmounts('l', [from]),
        both: work((one) => (one === '1' ? 'sign * count(*)' : `sign * sum(${one})`)),
        once: work((one) => added('l', one, (expression) => `sum(${expression})`)),
      });
    })
    .join('\n');

export function trigger(table: string, all: readonly Counted[]): string {
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
export const bulk = (
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
