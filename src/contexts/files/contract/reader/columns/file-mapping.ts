/** Which column of a lender's file is which of ours, and how its dates and numbers are to be read (G143). */
import * as z from 'zod/mini';
import type { FileColumn } from '../../customer-file.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { choice, optional } from '#kernel/contract/field.ts';
import { numberStyles } from '#kernel/contract/figures/amount.ts';
import { dateOrders } from '#kernel/contract/figures/day.ts';

export { dateOrders, numberStyles };

const keys = z.string().check(z.regex(/^[a-zA-Z0-9]{1,40}$/));
const words = z.string().check(z.maxLength(500));
export const fileMapping = z.strictObject({
  /** Our column's key, and the header it is read from. */
  columns: z.record(keys, words),
  /** The same value in every row, where the file has no such column. */
  fixed: z.record(keys, words),
  /** Missing columns, derived from others. */
  derived: optional(z.array(keys).check(z.maxLength(10))),
  dateOrder: optional(choice(dateOrders)),
  numberStyle: optional(choice(numberStyles)),
});
export type FileMapping = z.output<typeof fileMapping>;

/** The uploader confirmed that the file lacks this column; its values are derived. */
export const isDerivedColumn = ({ key, canDerive }: FileColumn, mapping: FileMapping | undefined): boolean =>
  canDerive === true &&
  mapping !== undefined &&
  mapping.columns[key] === undefined &&
  (mapping.derived ?? []).includes(key);

/** A column's name whatever its case, spaces, underscores and signs that cannot be seen. */
export const plainName = (name: string): string =>
  plainText(name)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** The header of a column of Aadhaar numbers, which are not stored. */
export const isAadhaarHeader = (name: string): boolean =>
  /aa?dh?aa?r|^uid( ?(no|number))?$|^uidai|आधार/i.test(plainName(name));

export interface Header {
  /** Position of each column, by its key. */
  at: ReadonlyMap<string, number>;
  missing: string[];
  twice: string[];
}
const twiceIn = (names: readonly string[]): string[] =>
  names.filter((name, i) => name !== '' && names.indexOf(name) !== i);

/** Position of each column in this file's header; columns that occur twice, and required ones that are missing. */
export function readHeader(
  columns: readonly FileColumn[],
  header: readonly string[],
  mapping?: FileMapping,
): Header {
  if (mapping) return mappedHeader(columns, header, mapping);
  const known = new Map(
    columns.flatMap(({ header: own, aliases = [] }) => [own, ...aliases].map((name) => [name, own])),
  );
  const names = header.map(plainName).map((name) => known.get(name) ?? name);
  const at = new Map<string, number>();
  for (const column of columns) {
    const place = names.indexOf(column.header);
    if (place >= 0) at.set(column.key, place);
  }
  return {
    at,
    missing: columns.filter(({ key, required }) => required && !at.has(key)).map((column) => column.header),
    twice: twiceIn(names),
  };
}

function mappedHeader(
  columns: readonly FileColumn[],
  header: readonly string[],
  mapping: FileMapping,
): Header {
  const names = header.map(plainName);
  const at = new Map<string, number>();
  const used: string[] = [];
  const lost: string[] = [];
  for (const { key } of columns) {
    const chosen = mapping.columns[key];
    if (chosen === undefined) continue;
    const name = plainName(chosen);
    used.push(name);
    const place = names.indexOf(name);
    if (place >= 0) at.set(key, place);
    else lost.push(chosen);
  }
  const isGiven = (column: FileColumn): boolean =>
    at.has(column.key) ||
    mapping.columns[column.key] !== undefined ||
    isDerivedColumn(column, mapping) ||
    // One number for all rows names no payment.
    (!column.canDerive && (mapping.fixed[column.key] ?? '') !== '');
  return {
    at,
    missing: [...columns.filter((one) => one.required && !isGiven(one)).map((one) => one.header), ...lost],
    // Columns that are not mapped may share a name.
    twice: twiceIn(names).filter((name) => used.includes(name)),
  };
}
