/** Glossary search: trade terms, by any synonym. */
import { type Owner, language } from './language.ts';
import type { Word } from './word.ts';

/** What only those who build it need. */
const inside: readonly Owner[] = ['kernel', 'sync'];
const ofTheTrade = language
  .filter(({ owner }) => !inside.includes(owner))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

const namesOf = ({ name, synonyms = [] }: Word): string[] => [name, ...synonyms];
/** Ranks prefix matches first, then names containing the text, then descriptions. */
export function findWords(typed: string): Word[] {
  const wanted = typed.trim().toLowerCase();
  const rank = (word: Word): number => {
    const names = namesOf(word).map((name) => name.toLowerCase());
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.includes(wanted))) return 1;
    return word.is.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return ofTheTrade
    .map((word) => ({ word, at: rank(word) }))
    .filter(({ at }) => at < 3)
    .toSorted((a, b) => a.at - b.at)
    .map(({ word }) => word);
}
