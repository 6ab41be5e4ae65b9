/** URL parameters stored in a view: filters, search and order; never the page, nor opened rows. */
import type { Filter } from '../filters.ts';

type Words = Readonly<Record<string, string | undefined>>;

const always = ['q', 'sort', 'isActive'];
const namesOf = (filters: readonly Filter[]): string[] => [
  ...new Set([...filters.flatMap(({ name, until }) => (until ? [name, until] : [name])), ...always]),
];

export const viewWords = (filters: readonly Filter[], all: Words): Record<string, string> =>
  Object.fromEntries(namesOf(filters).flatMap((name) => (all[name] ? [[name, all[name]]] : [])));

/** Query string of a view: only parameters of this list, without the previous ones. */
export const viewPatch = (filters: readonly Filter[], words: Words): Record<string, string | undefined> => ({
  ...Object.fromEntries(namesOf(filters).map((name) => [name, words[name] || undefined])),
  page: undefined,
});

/** Whether the URL equals this view. */
export function isShowing(filters: readonly Filter[], words: Words, all: Words): boolean {
  const [here, there] = [viewWords(filters, all), viewWords(filters, words)];
  return (
    Object.keys(here).length === Object.keys(there).length &&
    Object.entries(here).every(([name, word]) => there[name] === word)
  );
}
