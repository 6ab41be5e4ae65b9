/** Name search, independent of spelling variants. */
import { searchWords } from '#kernel/contract/identity/search-name.ts';
import { type Fragment, join, sql } from './sql.ts';

/** `%term%` with escaped wildcards. */
export const like = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Trigram indexes need three characters in a row, including vowel signs of Indian scripts. */
export const isLongWord = (word: string): boolean => /[\p{L}\p{M}\p{N}]{3}/u.test(word);

/** For long tables: terms of fewer than three characters match nearly everything, so they match as a prefix. */
export const likeInLong = (word: string): string => (isLongWord(word) ? like(word) : like(word).slice(1));

/** Normalised names contain all terms in any order. */
export const hasWords = (folded: Fragment, patterns: readonly string[]): Fragment =>
  sql`(${join(
    patterns.map((pattern) => sql`${folded} like ${pattern}`),
    ' and ',
  )})`;

/** A name contains all typed terms. */
export function nameHas(column: Fragment, typed: string): Fragment {
  const words = searchWords(typed);
  return words.length === 0
    ? sql`${column} ilike ${like(typed)}`
    : hasWords(sql`search_name(${column})`, words.map(like));
}
