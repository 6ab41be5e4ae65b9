/** Parses amounts of users and programs: in files, in forms and on payment pages. Pure. */
import { unwrapped } from '../identity/plain-text.ts';

export type AmountFault =
  'amount not understood' | 'negative amount' | 'a credit, nothing is owed' | 'a debit, not a payment';
/** The amount differs from the text: rounded to paise, or stated in lakh or crore. */
export type AmountNote = 'rounded' | 'lakh';
export const numberStyles = ['indian', 'decimalComma'] as const;

interface Options {
  /** A comma is the decimal sign only in a style that declares it. */
  style?: (typeof numberStyles)[number] | undefined;
  /** Received money: `Cr` is valid and `Dr` is not; for balances the reverse. */
  isReceived?: boolean;
  /** Reads amounts that have to be rounded or multiplied too, and names them; without it they are faults. */
  onNote?: ((note: AmountNote) => void) | undefined;
}

const zero = 48;
/** Digit at an index, or -1. */
function figureAt(text: string, at: number): number {
  const figure = text.charCodeAt(at) - zero;
  return figure >= 0 && figure <= 9 ? figure : -1;
}
/**
 * Digits with one or two paise digits after a point; NaN for other text. Written by hand for speed: half of a file is
 * amounts.
 */
function paiseOf(number: string): number {
  let rupees = 0;
  let at = 0;
  for (let figure: number; (figure = figureAt(number, at)) >= 0; at += 1) rupees = rupees * 10 + figure;
  if (at === 0) return Number.NaN;
  if (at === number.length) return rupees * 100;
  const tens = figureAt(number, at + 1);
  const ones = at + 2 < number.length ? figureAt(number, at + 2) : 0;
  if (number[at] !== '.' || tens < 0 || ones < 0 || number.length > at + 3) return Number.NaN;
  return rupees * 100 + tens * 10 + ones;
}

const currency = /^(?:₹|₨|`|'|\+|rs(?![a-z])\.?|inr(?![a-z])\.?|rupees?(?![a-z])|amt(?![a-z])\.?)[\s:]*/i;
const sideBefore = /^(dr|cr)(?![a-z])\.?\s*(?=\S)/i;
/** `1,500/-`, `1500 INR`, `Rs 1,500 only`. */
const behind = /\s*(?:\/[-=]|(?<![a-z])(?:inr|rs|rupees?|only)\.?|₹|(?<=\d)\.)$/i;
/** A debit is what is owed, a credit what was received. */
const sideBehind = /(?<![a-z])(dr|cr)\.?$/i;
const unit = /^([\d.]+)\s*(lakhs?|lacs?|l|crores?)$/i;

interface Bare {
  text: string;
  side?: 'dr' | 'cr';
}
/** The number alone, and whether a debit or a credit is written with it. */
function bareOf(cell: string): Bare {
  let text = cell.trim();
  let side: string | undefined;
  for (let before = ''; before !== text;) {
    before = text;
    const found = sideBefore.exec(text) ?? sideBehind.exec(text);
    side ??= found?.[1]?.toLowerCase();
    text = text
      .replace(sideBefore, '')
      .replace(sideBehind, '')
      .replace(currency, '')
      .replace(behind, '')
      .trim();
  }
  return { text, ...(side && { side: side === 'dr' ? 'dr' : 'cr' }) };
}

const lakhs = /^\d{1,2}(,\d{2})*,\d{3}(\.\d+)?$/;
const millions = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
/** A point before three figures may divide thousands as well. */
const ambiguous = /^[1-9]\d{0,2}\.\d{3}$/;
/** Fractions of a paisa that a computer's arithmetic leaves are none. */
const noise = 0.001;

function rounded(number: string, onNote: Options['onNote']): number | undefined {
  if (!/^\d{1,11}\.\d{3,}$/.test(number)) return undefined;
  const exact = Number(number) * 100;
  const paise = Math.round(exact);
  if (Math.abs(exact - paise) < noise) return paise;
  if (!onNote) return undefined;
  onNote('rounded');
  return paise;
}

function inUnits(text: string, onNote: Options['onNote']): number | undefined {
  const [, figures = '', word = ''] = unit.exec(text) ?? [];
  if (!onNote || !/^\d{1,5}(\.\d{1,5})?$/.test(figures)) return undefined;
  onNote('lakh');
  return Math.round(Number(figures) * (/^c/i.test(word) ? 1e9 : 1e7));
}

const most = 1e13;
const swapped = (text: string): string => text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

function amountIn(cell: string, { style, isReceived = false, onNote }: Options): number | AmountFault {
  const isPlain = figureAt(cell, 0) >= 0 && figureAt(cell, cell.length - 1) >= 0;
  const { text, side }: Bare = isPlain ? { text: cell } : bareOf(cell);
  // `1.23 Cr` may be 1.23 crore as well as a credit.
  if (side === 'cr' && /^\d{1,3}\.\d{1,2}$/.test(text) && /\d\s*cr\.?$/i.test(cell))
    return 'amount not understood';
  if (side && (side === 'cr') !== isReceived)
    return isReceived ? 'a debit, not a payment' : 'a credit, nothing is owed';
  if (/^[-(]|^−|-$/.test(text)) return 'negative amount';
  const number = style === 'decimalComma' ? swapped(text) : text;
  const isGrouped = number.includes(',');
  if (isGrouped && !lakhs.test(number) && !millions.test(number)) return 'amount not understood';
  const plain = isGrouped ? number.replaceAll(',', '') : number;
  const paise = paiseOf(plain);
  if (paise <= most) return paise;
  if (!Number.isNaN(paise) || (!isGrouped && ambiguous.test(plain))) return 'amount not understood';
  const other = rounded(plain, onNote) ?? inUnits(number, onNote);
  return other !== undefined && other <= most ? other : 'amount not understood';
}

/** Paise of figures alone, with a point at most before one or two of paise; NaN for anything else. */
export function plainPaise(cell: string): number {
  const paise = paiseOf(cell);
  return paise <= most ? paise : Number.NaN;
}

/** Rupees as they are written, in paise; or why they are no amount. */
export function readAmount(cell: string, o: Options = {}): number | AmountFault {
  const read = amountIn(cell, o);
  if (typeof read === 'number') return read;
  const plain = unwrapped(cell);
  return plain === cell ? read : amountIn(plain, o);
}

/** No person types more: Rs 100 crore. */
const mostTyped = 1e11;

/** Paise of an amount that a person types; undefined for what is none. */
export function typedPaise(text: string): number | undefined {
  const read = readAmount(text);
  return typeof read === 'number' && read <= mostTyped ? read : undefined;
}
