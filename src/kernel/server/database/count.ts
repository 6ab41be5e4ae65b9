/** A page of a list and how many rows the list has. */
import type { Tx } from './database.ts';
import { type Fragment, empty, sql } from './sql.ts';

export interface PageAsked {
  page?: number;
  size?: number;
  /** `rows`: without their number; `count`: that alone, to load both at once; `exact`: it without a limit. */
  part?: 'rows' | 'count' | 'exact';
}
export interface Page<R> {
  rows: R[];
  /** Omitted when only rows were requested and they do not determine it. */
  count?: number;
  /** `count` is a lower bound. */
  isMore?: boolean;
}

/** Largest exact total of a list: counting a million rows costs more than the page. */
export const countedTo = 10_000;

/** No rows are requested. */
export const isNumberAlone = ({ part }: PageAsked): boolean => part === 'count' || part === 'exact';
/** A partly filled page is the last one: its rows determine the total. */
const isLast = ({ page = 1, size = 100 }: PageAsked, n: number): boolean => n < size && (n > 0 || page === 1);

/** Page of a list read entirely for its totals; returns the format of `counted`. */
export function countedAlready<R>({ page = 1, size = 100, part }: PageAsked, n: number, rows: R[]): Page<R> {
  if (part === 'rows' && rows.length > 0 && !isLast({ page, size }, rows.length)) return { rows };
  const most = part === 'exact' ? n : Math.max(countedTo, (page - 1) * size + rows.length);
  return n > most ? { rows, count: most, isMore: true } : { rows, count: n };
}

/** `from` is the list without its order: what the rows are read from, with everything that narrows it. */
export async function counted<R>(
  tx: Tx,
  asked: PageAsked,
  from: Fragment,
  read: () => Promise<R[]>,
): Promise<Page<R>> {
  const rows = isNumberAlone(asked) ? [] : await read();
  const known = ((asked.page ?? 1) - 1) * (asked.size ?? 100) + rows.length;
  const isKnown = isLast(asked, rows.length) || (asked.part === 'rows' && rows.length > 0);
  if (isKnown && !isNumberAlone(asked)) return countedAlready(asked, known, rows);
  const most = asked.part === 'exact' ? empty : sql`limit ${Math.max(countedTo, known) + 1}`;
  const count = sql`select count(*) as n from (select 1 ${from} ${most}) counted`;
  const [total] = await tx.planned<{ n: number }>(count);
  return countedAlready(asked, total?.n ?? 0, rows);
}
