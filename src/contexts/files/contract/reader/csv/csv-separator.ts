/** Detects the separator from the first rows of a file. */

/** What a spreadsheet of another country, or a program, puts between cells. */
const separators = [',', ';', '\t', '|'];

/** Letter or digit: a row without one is blank, and not representative. */
export const hasSign = /[\p{L}\p{N}]/u;

/** Titles without cells may precede the header: maximum rows searched for it. */
const mostTitles = 10;

/** Comma, unless the header has another separator only; undefined for a row without cells. */
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

/** Undefined until the file has enough rows. */
export function separatorIn(text: string, isAll: boolean): string | undefined {
  // A quoted cell may have line breaks, and separators that separate nothing.
  const lines = text
    .replace(/"([^"]*)("|$)/g, (_, inner: string) => (hasSign.test(inner) ? 'x' : ''))
    .split(/[\r\n]+/)
    .filter((line) => hasSign.test(line));
  // The last one may be incomplete.
  const whole = lines.slice(0, isAll ? mostTitles : Math.min(mostTitles, lines.length - 1));
  if (isAll || whole.length === mostTitles) return separatorAmong(whole) ?? ',';
  return separatorAmong(whole, [3]);
}
