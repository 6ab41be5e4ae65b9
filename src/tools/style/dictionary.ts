/** Reads the terms to avoid from the dictionary of `docs/style.md`. */

/** Six sample terms, measured separately; the dictionary is measured as a sum. */
export const riddleWords = ['whoever', 'somebody', 'nobody', 'told', 'asked', 'said'] as const;

/** Terms of the dictionary's first column. Throws if the page has no such table. */
export function dictionaryOf(page: string): string[] {
  const lines = page.split('\n');
  const head = lines.findIndex((line) => /^\| *Word *\|.*\| *Say instead *\|$/.test(line));
  if (head < 0) throw new Error('docs/style.md has no table with the columns "Word" and "Say instead".');
  const end = lines.findIndex((line, i) => i > head && !line.startsWith('|'));
  const words = lines
    .slice(head + 2, end < 0 ? undefined : end)
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, word = '']) => word.toLowerCase());
  if (words.length === 0)
    throw new Error('The dictionary of docs/style.md has no `word` in its first column.');
  const again = words.find((word, i) => words.indexOf(word) !== i);
  if (again) throw new Error(`The dictionary of docs/style.md lists \`${again}\` twice. Merge the two rows.`);
  return words;
}

/** Finds the given terms and phrases, complete and in any case; identifiers in backticks are skipped. */
export function finderOf(words: readonly string[]): (text: string) => string[] {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<![\\w-])(?:${longestFirst.map((word) => word.replaceAll(' ', '\\s+')).join('|')})(?![\\w-])`,
    'gi',
  );
  return (text) =>
    text
      .replaceAll('’', "'")
      .replaceAll(/`[^`]*`/g, '')
      .match(pattern) ?? [];
}
