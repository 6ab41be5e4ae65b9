/** Finds the header among the first rows, by its headings and not by its width. Pure. */
import type { FileColumn } from '../../customer-file.ts';
import { isValue } from './column-values.ts';
import { type FileMapping, readHeader } from './file-mapping.ts';
import { namesColumn } from './file-proposals.ts';
import { isBlank } from '../file-text.ts';

/** Maximum title rows above the header, such as lender name and date. */
export const mostTitleLines = 10;

/** A loan number: one part with a digit. */
const likeNumber = /^\S*\p{Nd}\S*$/u;
/** So many names of our columns are a header, even with a figure as one heading. */
const clearlyNamed = 3;

/** Of a longer line, or a longer cell, the beginning is enough. */
const mostCells = 200;
const mostLetters = 80;

/** How much a line is like a header; the first difference decides. */
function likeHeader(columns: readonly FileColumn[], cells: readonly string[]): number[] {
  const filled = cells
    .slice(0, mostCells)
    .map((cell) => cell.trim().slice(0, mostLetters))
    .filter((cell) => !isBlank(cell));
  const [first = ''] = filled;
  const names = filled.filter((cell) => namesColumn(columns, cell)).length;
  const hasValues = filled.some(isValue) || (names === 0 && likeNumber.test(first));
  const isClear = names >= clearlyNamed || (names > 1 && !hasValues);
  return [isClear ? names : 0, !hasValues && filled.length > 1 ? 1 : 0, filled.length];
}
function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((n, i) => n !== other[i]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Index of the header: the row with every required column, or the most similar one. */
export function headerAmong(
  columns: readonly FileColumn[],
  lines: readonly (readonly string[])[],
  mapping?: FileMapping,
): { place: number; isFound: boolean } {
  const first = lines.slice(0, mostTitleLines + 1);
  const found = first.findIndex((line) => readHeader(columns, line, mapping).missing.length === 0);
  if (found >= 0) return { place: found, isFound: true };
  const ranks = first.map((line) => likeHeader(columns, line));
  const place = ranks.reduce((best, rank, i) => (isMore(rank, ranks[best] ?? []) ? i : best), 0);
  return { place, isFound: false };
}
