/** How much of a password a guesser does not know already (security.md C.11). Pure. */

/** Guesses specific to this product: its name, the trade, and terms missing in common password lists. */
const contextWords = [
  'collection',
  'password',
  'iloveyou',
  'welcome',
  'letmein',
  'recoup',
  'agency',
  'admin',
  'demo',
  'jaishriram',
  'jaimatadi',
  'omsairam',
  'jaihind',
  'navratri',
  'diwali',
  'eidmubarak',
];
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '01234567890123456789',
  '1q2w3e4r5t6y7u8i9o0p',
];
const runs = [...rows, ...rows.map((row) => Array.from(row).toReversed().join(''))];
const leastRun = 3;

/** Character substitutions, as in p@ssw0rd; except separators between a term and a number. */
const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  0: 'o',
  1: 'i',
  3: 'e',
  5: 's',
};
const spelled = (text: string): string =>
  text.replace(/(?<=[a-z])[@$!0135]+(?=[a-z])/g, (found) =>
    Array.from(found, (sign) => signs[sign] ?? sign).join(''),
  );

/** Removes keyboard and alphabet runs. */
function withoutRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    let length = 0;
    while (at + length < text.length && runs.some((run) => run.includes(text.slice(at, at + length + 1))))
      length += 1;
    if (length < leastRun) left += text.slice(at, at + 1);
    at += length < leastRun ? 1 : length;
  }
  return left;
}

/** A listed term is one of some ten thousand, equal to three random characters. */
const wordPoints = 3;
const shortestWord = 4;

function pointsOf(chunk: string, isCommon: (word: string) => boolean): number {
  if (/^\d+$/.test(chunk)) {
    const rest = withoutRuns(chunk.replaceAll(/(?:19|20)\d\d/g, ''));
    return Math.min(rest.length, new Set(rest).size + 1);
  }
  const rest = withoutRuns(chunk).replaceAll(/(.)\1+/gu, '$1');
  if (new Set(rest).size <= 2) return Math.min(rest.length, 1);
  const isWord = chunk.length >= shortestWord && (isCommon(chunk) || isCommon(rest));
  return isWord ? wordPoints : rest.length;
}

/** About one point per unguessable character; the user's name and address add none. */
export function strengthOf(
  password: string,
  o: { known: readonly string[]; isCommon: (word: string) => boolean },
): number {
  const known = [...contextWords, ...o.known].toSorted((a, b) => b.length - a.length);
  const text = known.reduce((left, word) => left.replaceAll(word, ' '), spelled(password.toLowerCase()));
  const chunks = text.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  if (chunks.length === 0) return new Set(text.trim()).size;
  return chunks.reduce((sum, chunk) => sum + pointsOf(chunk, o.isCommon), 0);
}

export const leastStrength = 8;
