/** Detects misspelled variables: unread ones similar to a setting. */
import { startupText } from '#text/en/program/startup.ts';
import { SECRET } from './settings.ts';

const NAMES: readonly string[] = [...Object.keys(startupText.rules), ...SECRET.map((name) => `${name}_FILE`)];
/** Shorter names are similar to many. */
const SHORTEST = 6;
/** PGDATABASE is no misspelling of DATABASE: one edit for a short name, two for a longer one. */
const nearTo = (name: string): number => (name.length > 8 ? 2 : 1);

/** Edit distance with transpositions. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Each with its probable correction. */
export function mistyped(env: NodeJS.ProcessEnv): { given: string; meant: string }[] {
  return Object.keys(env).flatMap((given) => {
    if (given.length < SHORTEST || NAMES.includes(given) || !env[given]) return [];
    // Only a secret is read from a file.
    const plain = given.replace(/_FILE$/, '');
    if (plain !== given && plain.length >= SHORTEST && NAMES.includes(plain))
      return [{ given, meant: plain }];
    const [best] = NAMES.filter((name) => name.length >= SHORTEST)
      .map((meant) => ({ given, meant, far: distance(given, meant) }))
      .sort((a, b) => a.far - b.far);
    return best && best.far <= nearTo(best.meant) ? [{ given, meant: best.meant }] : [];
  });
}
