/** What separates the cells of a file, seen in its first lines. */

/** What a spreadsheet of another country, or a program, puts between cells. */
const separators = [',', ';', '\t', '|'];

/** A letter or a figure: a line without one is blank, and its signs are not those of the file. */
export const hasSign = /[\p{L}\p{N}]/u;

/** Above the header may stand titles, which have no cells: so many lines are searched for the first that has. */
const mostTitles = 10;

/** Commas, unless the header has none and has one of the others instead; nothing where the line has no cells to speak of. */
function separatorOf(line: string, leastCells: number): string | undefined {
  const times = (sign: string): number => line.split(sign).length - 1;
  const best = separators.reduce((most, sign) => (times(sign) > times(most) ? sign : most));
  if (times(best) < leastCells - 1) return undefined;
  return times(',') > 0 ? ',' : best;
}
/** A title has a comma at most: the first line of three cells decides, then one of two. */
function separatorAmong(lines: readonly string[], least = [3, 2]): string | undefined {
  for (const leastCells of least)
    for (const line of lines) {
      const found = separatorOf(line, leastCells);
      if (found) return found;
    }
  return undefined;
}

/** Nothing until enough of the file is there to tell. */
export function separatorIn(text: string, isAll: boolean): string | undefined {
  // A quoted cell may have line breaks, and separators that separate nothing.
  const lines = text
    .replace(/"([^"]*)("|$)/g, (_, inner: string) => (hasSign.test(inner) ? 'x' : ''))
    .split(/[\r\n]+/)
    .filter((line) => hasSign.test(line));
  // The last of them may not be whole.
  const whole = lines.slice(0, isAll ? mostTitles : Math.min(mostTitles, lines.length - 1));
  if (isAll || whole.length === mostTitles) return separatorAmong(whole) ?? ',';
  return separatorAmong(whole, [3]);
}
