/** Noto Sans for Latin and the Indian scripts, each read at first use. Source: the Fontsource packages and their Unicode ranges. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './woff.ts';

const require = createRequire(import.meta.url);

interface Font {
  name: string;
  /** Code points that it covers, as pairs of first and last. */
  ranges: readonly (readonly [number, number])[];
  isLatin: boolean;
  /** OpenType file. */
  bytes: () => Buffer;
}

const subsets = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'devanagari'],
  ...['bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam'].map(
    (script) => [`noto-sans-${script}`, script] as const,
  ),
] as const;

/** Reads `U+0964-0965,U+20B9`. */
const rangesOf = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

function fontOf(family: string, subset: string): Font {
  const ranges = (require(`@fontsource/${family}/unicode.json`) as Record<string, string>)[subset];
  if (ranges === undefined) throw new Error(`@fontsource/${family} has no subset ${subset}`);
  const file = require.resolve(`@fontsource/${family}/files/${family}-${subset}-400-normal.woff`);
  let unpacked: Buffer | undefined;
  return {
    name: subset,
    ranges: rangesOf(ranges),
    isLatin: subset.startsWith('latin'),
    bytes: () => (unpacked ??= unpackWoff(readFileSync(file))),
  };
}
export const fonts = subsets.map(([family, subset]) => fontOf(family, subset)) as [Font, ...Font[]];

const covers = ({ ranges }: Font, letter: string): boolean => {
  const point = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => first <= point && point <= last);
};

/** Text in parts of one font each. A letter that no font covers becomes a point. */
export function partsByFont(text: string): { font: Font; text: string }[] {
  const parts: { font: Font; text: string }[] = [];
  const [latin] = fonts;
  for (const letter of text.normalize('NFC')) {
    const last = parts.at(-1);
    const found = last && covers(last.font, letter) ? last.font : fonts.find((one) => covers(one, letter));
    const [font, shown] = found ? [found, letter] : [latin, '·'];
    if (last?.font === font) last.text += shown;
    else parts.push({ font, text: shown });
  }
  return parts;
}
