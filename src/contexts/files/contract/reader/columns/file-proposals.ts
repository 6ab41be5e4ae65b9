/** Suggests the header of each column, by heading and values. Pure. */
import type { FileColumn } from '../../customer-file.ts';
import { fits, mobileShare, needsValues, panShare, valuesOf } from './column-values.ts';
import { type FileMapping, isAadhaarHeader, plainName } from './file-mapping.ts';
import { headings } from './column-headings.ts';
import { contradictions, headingWords } from './proposal-words.ts';
import { widthFault } from '../row-sense.ts';

/** Terms too common to identify a column. */
const plainWords = 'NUMBER NAME DATE AMOUNT ID CODE TYPE STATUS TOTAL INTEREST ACCOUNT LOAN DETAILS'.split(
  ' ',
);
const alikeEnough = 0.5;
/** Score of a heading that matches the column. */
const own = 3;

/** Similarity of a heading to our name; 1: equal. Additional terms reduce it. */
function likeness(ours: string, theirs: readonly string[]): number {
  const mine = headingWords(ours);
  const shared = mine.filter((word) => theirs.includes(word));
  const isTold = shared.some((word) => !plainWords.includes(word));
  return isTold ? shared.length / Math.max(mine.length, theirs.length) : 0;
}
const areSame = (ours: string, theirs: readonly string[]): boolean => {
  const mine = headingWords(ours);
  return mine.length === theirs.length && mine.every((word) => theirs.includes(word));
};

function wordScore({ key, header, aliases = [] }: FileColumn, name: string): number {
  if ([header, ...aliases].some((one) => plainName(one) === plainName(name))) return 4;
  const words = headingWords(name);
  if (words.length === 0 || contradictions[key]?.test(words.join(' '))) return 0;
  const names = [header, ...aliases, ...(headings[key] ?? [])];
  if (names.some((one) => areSame(one, words))) return own;
  const score = Math.max(...names.map((one) => likeness(one, words)));
  return score >= alikeEnough ? score : 0;
}

/** Whether a heading names one of the columns. */
export const namesColumn = (columns: readonly FileColumn[], name: string): boolean =>
  columns.some((column) => wordScore(column, name) > 0);

/** Headings in other languages: ten digits are a mobile and a PAN is a PAN under any heading. */
function valueScore({ key, kind }: FileColumn, name: string, values: readonly string[]): number {
  const words = headingWords(name).join(' ');
  if (contradictions[key]?.test(words)) return 0;
  if (kind === 'mobile' && mobileShare(values) >= 0.8) return key === 'mobile' ? 0.4 : 0.3;
  return kind === 'pan' && panShare(values) >= 0.8 ? 0.4 : 0;
}

interface Pair {
  key: string;
  place: number;
  score: number;
}
function pairsOf(
  columns: readonly FileColumn[],
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Pair[] {
  // The cells of a wider row are not those of the columns.
  const fitting = rows.filter((cells) => !widthFault(cells, header.length, []));
  return header.flatMap((name, place) => {
    if (isAadhaarHeader(name)) return [];
    const values = valuesOf(fitting, place);
    return columns.flatMap((column) => {
      const byWords = wordScore(column, name);
      const isEmpty = values.length === 0;
      // A file without rows cannot contradict a heading; in a file with rows an empty column is no evidence.
      const isFitting = isEmpty
        ? rows.length === 0 || byWords === 4 || !needsValues(column)
        : fits(column, values, byWords >= own);
      const score = isFitting ? byWords || valueScore(column, name, values) : 0;
      return score > 0 ? [{ key: column.key, place, score }] : [];
    });
  });
}

/** Each column from one header at most, each header for one column at most, the likeliest first. */
export function guessMapping(
  columns: readonly FileColumn[],
  header: readonly string[],
  rows: readonly (readonly string[])[] = [],
): FileMapping {
  const found: Record<string, string> = {};
  const taken = new Set<string>();
  const twice = new Set(header.map(plainName).filter((name, i, all) => all.indexOf(name) !== i));
  for (const { key, place } of pairsOf(columns, header, rows).sort((a, b) => b.score - a.score)) {
    const name = header[place] ?? '';
    // A mapping names a column by its header, which must be the only one of its name.
    if (found[key] !== undefined || taken.has(plainName(name)) || twice.has(plainName(name))) continue;
    found[key] = name;
    taken.add(plainName(name));
  }
  return { columns: found, fixed: {} };
}
