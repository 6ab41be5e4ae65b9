/** A page of a list and how many rows the list has. */
import type { Tx } from './database.ts';
import { type Fragment, sql } from './sql.ts';

export interface PageAsked {
  page?: number;
  size?: number;
  /**
   * `rows`: without their number; `count`: the number alone, so that a screen can load both in parallel; `exact`: the
   * number without the limit of `countedTo`, for a button.
   */
  part?: 'rows' | 'count' | 'exact';
}
export interface Page<R> {
  rows: R[];
  /** Left out where only the rows were asked for and they do not tell. */
  count?: number;
  /** There are more than `count` says. */
  isMore?: boolean;
}

/** Lists count up to here and then say "more": counting a million rows costs more than the page. */
export const countedTo = 10_000;

/** No row is asked for. */
export const isNumberAlone = ({ part }: PageAsked): boolean => part === 'count' || part === 'exact';

/** Of a list whose rows are all read for their sums anyway: the same as `counted` answers. */
export function countedAlready<R>({ page = 1, size = 100, part }: PageAsked, n: number, rows: R[]): Page<R> {
  const before = (page - 1) * size;
  const isLast = rows.length < size && (rows.length > 0 || page === 1);
  if (part === 'rows' && !isLast && rows.length > 0) return { rows };
  const most = part === 'exact' ? n : Math.max(countedTo, before + rows.length);
  return n > most ? { rows, count: most, isMore: true } : { rows, count: n };
}

/** `from` is the list without its order: what the rows are read from, with everything that narrows it. */
export async function counted<R>(
  tx: Tx,
  asked: PageAsked,
  from: Fragment,
  read: () => Promise<R[]>,
): Promise<Page<R>> {
  const { page = 1, size = 100, part } = asked;
  const rows = isNumberAlone(asked) ? [] : await read();
  const before = (page - 1) * size;
  if (!isNumberAlone(asked)) {
    // A page that is not full is the last one: its rows give the number.
    if (rows.length < size && (rows.length > 0 || page === 1)) return { rows, count: before + rows.length };
    if (part === 'rows' && rows.length > 0) return { rows };
  }
  if (part === 'exact') {
    const all = await tx.planned<{ n: number }>(sql`select count(*) as n from (select 1 ${from}) counted`);
    return { rows, count: all[0]?.n ?? 0 };
  }
  const most = Math.max(countedTo, before + rows.length);
  const [total] = await tx.planned<{ n: number }>(
    sql`select count(*) as n from (select 1 ${from} limit ${most + 1}) counted`,
  );
  const n = total?.n ?? 0;
  return n > most ? { rows, count: most, isMore: true } : { rows, count: n };
}
