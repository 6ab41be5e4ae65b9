/** Searches by the names of people and things, however they are typed. */
import { searchWords } from '#kernel/contract/identity/search-name.ts';
import { type Fragment, join, sql } from './sql.ts';

/** `%word%` with the wildcards of the word itself made plain. */
export const like = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Three letters in a row, vowel signs of Indian scripts among them, are what an index of words is made of. */
export const isLongWord = (word: string): boolean => /[\p{L}\p{M}\p{N}]{3}/u.test(word);

/** In a long table; a word of less than three letters is in nearly everything, so it is looked for at the beginning. */
export const likeInLong = (word: string): string => (isLongWord(word) ? like(word) : like(word).slice(1));

/** Folded names have all words in whichever order. */
export const hasWords = (folded: Fragment, patterns: readonly string[]): Fragment =>
  sql`(${join(
    patterns.map((pattern) => sql`${folded} like ${pattern}`),
    ' and ',
  )})`;

/** A name has all words of what was typed. */
export function nameHas(column: Fragment, typed: string): Fragment {
  const words = searchWords(typed);
  return words.length === 0
    ? sql`${column} ilike ${like(typed)}`
    : hasWords(sql`search_name(${column})`, words.map(like));
}
