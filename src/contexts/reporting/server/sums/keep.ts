/** Folds queued changes of declared totals, rebuilds totals from their rows, and compares both. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { Fragment, sql } from '#kernel/server/database/sql.ts';
import { counted } from './generate.ts';
import { areNone, isRecent, keysOf, totals } from './parts.ts';
import { type Sum, columnsOf, currentOf, queueOf } from './sum.ts';

/** Text of our declarations, with values at `$`. */
const text = (sqlText: string, ...values: unknown[]): Fragment => new Fragment(sqlText.split('$'), values);
/** Few enough that a save that waits for one of its loans does not notice. */
const mostRows = 50_000;
const mostParents = 1000;

/**
 * Rows whose parents no transaction holds, when other totals count the rows of this one by parent: their trigger reads the
 * parent, which must not change meanwhile, and a fold waits for no transaction.
 */
const unlocked = (queue: string, { table, key }: { table: string; key: string }): string => `
  waits as materialized (select distinct ${key} from (select ${key} from ${queue} limit ${mostRows}) x limit ${mostParents}),
  free as materialized (
    select id from ${table} where id in (select ${key} from waits) order by id for share skip locked),
  gone as (
    delete from ${queue} c where c.${key} in (
      select ${key} from waits w where exists (select from free f where f.id = w.${key})
        or not exists (select from ${table} p where p.id = w.${key})) returning *)`;
const oldest = (queue: string): string => `
  gone as (delete from ${queue} where ctid = any(array(select ctid from ${queue} limit ${mostRows})) returning *)`;

/** Adds some queued changes to a sum; returns how many. One process at a time. */
async function fold(tx: Tx, of: Sum, sums: readonly Sum[]): Promise<number> {
  const turn = await tx.one<{ ours: boolean }>(
    text(`select pg_try_advisory_xact_lock(7067, hashtext($)) as ours`, of.name),
  );
  if (!turn?.ours) return 0;
  const parent = sums.flatMap(({ from }) => from).find(({ table }) => table === of.name)?.of;
  const added = Object.keys(of.amounts).map((one) => `${one} = s.${one} + excluded.${one}`);
  const row = await tx.one<{ n: number }>(
    text(`with ${parent ? unlocked(queueOf(of), parent) : oldest(queueOf(of))},
      added as (
        insert into ${of.name} as s (${columnsOf(of).join(', ')})
        select ${keysOf(of)}, ${totals(of)} from gone group by ${keysOf(of)} having not (${areNone(of)})
        on conflict (${keysOf(of)}) do update set ${added.join(', ')})
      select count(*)::int as n from gone`),
  );
  return row?.n ?? 0;
}

/** Folds until the queues are empty; what reports read is right before and after. */
export async function foldAll(database: Database, sums: readonly Sum[]): Promise<void> {
  const waiting = sums.map((of) => `select '${of.name}' as name where exists (select from ${queueOf(of)})`);
  for (let isMore = true; isMore;) {
    isMore = false;
    const names = await database.rows<{ name: string }>(text(waiting.join(' union all ')));
    for (const of of sums.filter((one) => names.some(({ name }) => name === one.name)))
      if ((await database.transaction((tx) => fold(tx, of, sums))) > 0) isMore = true;
  }
}

/**
 * Queues the difference between some of a sum and its rows. Both are read at one moment, so that changes of others before
 * and after it stay right; two corrections of the same totals at once would not.
 */
export async function correct(tx: Tx, of: Sum, when: Fragment): Promise<void> {
  const less = Object.keys(of.amounts).map((one) => `-${one}`);
  await tx.run(sql`
    ${text(`insert into ${queueOf(of)} (${columnsOf(of).join(', ')}) select ${keysOf(of)}, ${totals(of)} from (`)}
      ${text(counted(of, []))} where ${when} ${text(`group by ${keysOf(of)} union all
      select ${keysOf(of)}, ${less.join(', ')} from ${currentOf(of)}`)} where ${when}
    ${text(`) x (${columnsOf(of).join(', ')}) group by ${keysOf(of)} having not (${areNone(of)})`)}`);
}

const mostForgotten = 20_000;
/** Deletes totals before a day, in pieces: totals of their rows follow. */
export async function forgetBefore(database: Database, sums: readonly Sum[], since: string): Promise<void> {
  for (const of of sums.filter(({ recent }) => recent !== undefined)) {
    const when = `not ${isRecent(of, '$::date')}`;
    const piece = text(
      `delete from ${of.name} where ctid = any(array(select ctid from ${of.name} where ${when} limit ${mostForgotten}))`,
      since,
    );
    while ((await database.run(piece)) > 0) await foldAll(database, sums);
  }
}

/** Totals that differ from their rows, as text; for tests and benches. */
export async function faultsOf(
  database: Pick<Tx, 'rows'>,
  sums: readonly Sum[],
  all = sums,
): Promise<string[]> {
  const faults: string[] = [];
  for (const of of sums) {
    const grouped = `group by ${keysOf(of)} having not (${areNone(of)})`;
    const found = await database.rows<{ kind: string; line: string }>(
      text(`with told as (select ${keysOf(of)}, ${totals(of)} from ${currentOf(of)} ${grouped}),
        counted as (${counted(of, all)} ${grouped})
        (select 'sum' as kind, x::text as line from (select * from told except select * from counted) x limit 5)
        union all (select 'rows', x::text from (select * from counted except select * from told) x limit 5)`),
    );
    faults.push(...found.map(({ kind, line }) => `${of.name}, ${kind}: ${line}`));
  }
  return faults;
}
