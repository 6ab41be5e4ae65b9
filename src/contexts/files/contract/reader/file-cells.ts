/** Parses one cell of a file. Ambiguity is rejected with its reason, never resolved by guessing. Pure. */
import { type AmountFault, plainPaise, readAmount } from '#kernel/contract/figures/amount.ts';
import { type DayFault, readDay } from '#kernel/contract/figures/day.ts';
import { canonicalLoanNumber } from '#kernel/contract/identity/loan-number.ts';
import { plainText, unwrapped } from '#kernel/contract/identity/plain-text.ts';
import { canonicalEmail, canonicalPan, canonicalPincode } from '#kernel/contract/identity/person.ts';
import { paymentRemarks } from '#kernel/contract/identity/noise.ts';
import { plainReference } from '#kernel/contract/identity/reference.ts';
import { isStateName, resolveState } from '#kernel/contract/states.ts';
import type { NoticeKind } from '../notices.ts';
import type { FileMapping } from './columns/file-mapping.ts';
import { isTotal } from './file-text.ts';

/** Reasons without a figure or a name in them; the screens have a text for each. */
export type PlainReason =
  | 'text too long'
  | AmountFault
  | 'amount is nought'
  | 'amount too large'
  | 'amount without quotes?'
  | 'cells in the wrong columns: is there a name or address without quotes?'
  | 'text without a letter'
  | 'number not understood'
  | 'number too large'
  | 'negative number'
  | DayFault
  | 'mobile not ten digits'
  | 'mobile in scientific notation'
  | 'not an Indian mobile number'
  | 'a placeholder, not a number'
  | 'several numbers in one cell'
  | 'loan number in scientific notation'
  | 'reference in scientific notation'
  | 'a remark, no reference'
  | 'not a PAN'
  | 'an Aadhaar number, not stored'
  | 'not a PIN code'
  | 'not a state of India'
  | 'a total, not a loan'
  | 'text garbled'
  | 'agent unknown'
  | 'agent without a valid certificate'
  | 'allocation type unknown'
  | 'status not understood'
  | 'channel not understood'
  | 'do not call'
  | 'date in the future'
  | 'loan unknown'
  | 'loan in a later file'
  | 'nearly the number of another loan'
  | 'row cut off'
  | 'quote not closed'
  | 'quote inside a field'
  | 'too many columns'
  | 'field too long'
  | 'duplicate loan number in file'
  | 'duplicate transaction in file'
  | 'duplicate message in file';
export type RowReason =
  | PlainReason
  | `${string} missing`
  | `${number} columns in the header, ${number} cells in this row: is there an amount or address without quotes?`
  | `${string} (loan taken without it)`;

export class Refused extends Error {
  readonly reason: RowReason;
  constructor(reason: RowReason) {
    super(reason);
    this.reason = reason;
  }
}
/** One error object per reason: creating one captures a stack, which costs more than reading the row. */
const refusals = new Map<RowReason, Refused>();
export function refuse(reason: RowReason): never {
  const known = refusals.get(reason) ?? new Refused(reason);
  refusals.set(reason, known);
  throw known;
}

/** Names what is stored otherwise than it is written. */
export type Note = (kind: NoticeKind, value?: string) => void;

/** Parses rupees in any common format to paise; rounds or multiplies only with a notice. */
export function amountOf(
  cell: string,
  style: FileMapping['numberStyle'] = 'indian',
  isReceived = false,
  note?: Note,
): number {
  const plain = style === 'indian' ? plainPaise(cell) : Number.NaN;
  if (plain >= 0) return plain;
  const exact = readAmount(cell, { style, isReceived });
  if (typeof exact === 'number') return exact;
  if (!note) return refuse(exact);
  let noted: NoticeKind | undefined;
  const read = readAmount(cell, { style, isReceived, onNote: (kind) => (noted = kind) });
  if (typeof read !== 'number') return refuse(read);
  if (noted) note(noted, (read / 100).toFixed(2));
  return read;
}

/** A day as `YYYY-MM-DD`. */
export function dayOf(cell: string, o: Parameters<typeof readDay>[1]): string {
  const read = readDay(cell, o);
  return typeof read === 'string' ? read : refuse(read.fault);
}

const unitsOf = {
  days: /(?<=[\d\s+])(days?|d|dpd)\.?$/i,
  instalments: /(?<=[\d\s+])(emis?|months?|mths?|m|instal?ments?|nos?)\.?$/i,
} as const;
const above = /^(>=?|≥|above|over|more than|dpd\s*[:>-]?)\s*/i;
const more = /\s*(\+|plus|and above|& above|or more)$/i;
const thousands = /^\d{1,3}(,\d{2,3})*,\d{3}(?=$|\.)/;

/** An integer in a loose format: `45.0`, `90+`, `30 days`, `1,234`. */
function looseCount(cell: string, unit: keyof typeof unitsOf, note: Note): number {
  let text = unwrapped(cell).replace(unitsOf[unit], '').trim();
  const isAbove = more.test(text) || /^([>≥]|above|over|more)/i.test(text);
  text = text.replace(above, '').replace(more, '').replace(unitsOf[unit], '').trim();
  if (/^[-(]/.test(text) && /\d/.test(text)) return refuse('negative number');
  if (thousands.test(text)) text = text.replaceAll(',', '');
  const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(text) ?? [];
  if (!whole || /^[1-9]\d{0,2}\.\d{3}$/.test(text)) return refuse('number not understood');
  if (/[1-9]/.test(rest)) note('rounded', whole);
  if (isAbove) note('at-least', whole);
  return Number(whole);
}
export function readCount(
  cell: string,
  { unit = 'days', most = 999_999 }: { unit?: keyof typeof unitsOf; most?: number },
  note: Note,
): number {
  const count = /^\d{1,6}$/.test(cell) ? Number(cell) : looseCount(cell, unit, note);
  return count > most ? refuse('number too large') : count;
}

const plainNumber = /^(?:[A-Z]{1,8}\d+|[1-9]\d*)$/;
/** Canonical forms of the identities of a file, and the reasons for refusing them; null: there is none in the cell. */
const identities = {
  'loan number': [canonicalLoanNumber, 'loan number in scientific notation'],
  reference: [plainReference, 'reference in scientific notation'],
  pincode: [canonicalPincode, 'not a PIN code'],
  email: [canonicalEmail, 'agent unknown'],
} as const;
export function identityOf(kind: keyof typeof identities, cell: string): string | null {
  const [read, reason] = identities[kind];
  const { value, fault } = read(cell);
  if (fault === 'empty') return null;
  if (kind === 'reference' && paymentRemarks.test(value ?? '')) return refuse('a remark, no reference');
  return value ?? refuse(reason);
}
/** As the lender writes it, without what spreadsheets add. */
export function loanNumberOf(cell: string): string | null {
  if (plainNumber.test(cell)) return cell;
  return isTotal(cell) ? refuse('a total, not a loan') : identityOf('loan number', cell);
}

/** Six digits, with a notice where a spreadsheet added `.0`. */
export function pincodeOf(cell: string, note: Note): string | null {
  if (/^[1-9]\d{5}$/.test(cell)) return cell;
  const pincode = identityOf('pincode', cell);
  if (pincode && /\.0+$/.test(cell)) note('point-zero', pincode);
  return pincode;
}

/** A number the lender's file itself hides, such as ABCXXXXX4F. */
const isHidden = (cell: string): boolean => /X{4}/i.test(cell);
const aadhaar = /^(?:[2-9]\d{11}|[X*]{8}\d{4})$/i;
export const isAadhaar = (cell: string): boolean => aadhaar.test(unwrapped(cell).replace(/[\s.-]/g, ''));
/** The fourth character of a PAN is the holder type; five equal characters are a placeholder. */
const panOfHolder = /^(?!(.)\1{4})[A-Z]{3}[ABCFGHJLPTEK][A-Z]\d{4}[A-Z]$/;

export function panOf(cell: string): string | null {
  if (panOfHolder.test(cell)) return cell;
  if (isAadhaar(cell)) return refuse('an Aadhaar number, not stored');
  if (isHidden(cell)) return cell.length > 10 ? refuse('not a PAN') : cell;
  const { value, fault } = canonicalPan(cell);
  if (fault === 'empty') return null;
  return value !== undefined && panOfHolder.test(value) ? value : refuse('not a PAN');
}

/** The state's name in the master for any of its names in a file. */
export function stateNameOf(cell: string, note: Note): string {
  if (isStateName(cell)) return cell;
  const state = resolveState(cell) ?? refuse('not a state of India');
  if (state.toLowerCase() !== plainText(cell).toLowerCase()) note('state', state);
  return state;
}
