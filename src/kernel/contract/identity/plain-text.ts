/** Text as it is compared and read for numbers; what a screen shows is not changed by it. Pure. */
import {
  apostrophes,
  blanks,
  dashes,
  invisible,
  nothing,
  quotes,
  spreadsheetError,
  wide,
  wideOffset,
} from './noise.ts';

const isDigit = /\p{Nd}/u;
const beyondAscii = /[^\x21-\x7E]/;
const digitsBeyondAscii = /(?![0-9])\p{Nd}/gu;
const found = new Map<string, string>();

/** The figure of a digit of any script: each script has its ten in a row. */
function figureOf(digit: string): string {
  const known = found.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  const figure = String((code - first) % 10);
  found.set(digit, figure);
  return figure;
}

/**
 * With digits, dashes, apostrophes and quotes of ASCII, single blanks, and nothing that cannot be seen. For numbers, days,
 * amounts and comparisons only: names and addresses of Indian scripts need their joiners on screen.
 */
export const plainText = (raw: string): string =>
  beyondAscii.test(raw)
    ? raw
        .replace(invisible, '')
        .normalize('NFC')
        .replace(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - wideOffset))
        .replace(digitsBeyondAscii, figureOf)
        .replace(dashes, '-')
        .replace(apostrophes, "'")
        .replace(quotes, '"')
        .replace(blanks, ' ')
        .trim()
    : raw;

/** Removes the notation with which spreadsheets preserve a number as text: `="0012"`, `'0012`, quotes. */
export function unwrapped(raw: string): string {
  let text = plainText(raw);
  for (let before = ''; before !== text;) {
    before = text;
    text = text
      .replace(/^=\s*(?=["'\d])/, '')
      .replace(/^["'`\s]+|["'`\s]+$/g, '')
      .replace(/[,;:\s]+$/, '');
  }
  return text;
}

const noughts = /^0+(\.0*)?$/;
/** Only noughts, which number no loan and no payment. */
export const isNought = (text: string): boolean => noughts.test(text);

/** Written where there is no value, an error of a spreadsheet included. */
export const isNothing = (text: string): boolean =>
  text === '' || nothing.test(text) || spreadsheetError.test(text);
