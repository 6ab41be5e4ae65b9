/** Reads one cell of a file. What is ambiguous is refused with its reason, never guessed. Pure. */
import type { FileMapping } from './file-mapping.ts';
import type { IdentityFault } from '#kernel/contract/identity/identity.ts';
import { canonicalLoanNumber } from '#kernel/contract/identity/loan-number.ts';
import { canonicalEmail, canonicalPan, canonicalPincode } from '#kernel/contract/identity/person.ts';
import { plainReference } from '#kernel/contract/identity/reference.ts';
import { canonicalMobile, canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import { isTotal } from './file-text.ts';

export type RowReason =
  | `${string} missing`
  | 'text too long'
  | 'amount not understood'
  | 'amount is nought'
  | 'a credit, nothing is owed'
  | 'a debit, not a payment'
  | 'negative amount'
  | 'number not understood'
  | 'date ambiguous'
  | 'date does not exist'
  | 'date not understood'
  | 'mobile not ten digits'
  | 'mobile in scientific notation'
  | 'not an Indian mobile number'
  | 'loan number in scientific notation'
  | 'reference in scientific notation'
  | 'not a PAN'
  | 'not a PIN code'
  | 'a total, not a loan'
  | 'text garbled'
  | `${string} (loan taken without it)`
  | 'agent unknown'
  | 'agent without a valid certificate'
  | 'allocation type unknown'
  | 'status not understood'
  | 'channel not understood'
  | 'do not call'
  | 'date in the future'
  | 'loan unknown'
  | 'row cut off'
  | 'duplicate loan number in file'
  | 'duplicate transaction in file'
  | 'duplicate message in file';

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

const currency = /^(₹|rs\.?|inr)\s*/i;
const lakhs = /^\d{1,2}(,\d{2})*,\d{3}(\.\d{1,2})?$/;
const millions = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

const zero = 48;
/** The figure at a place, or -1. */
function figureAt(text: string, at: number): number {
  const figure = text.charCodeAt(at) - zero;
  return figure >= 0 && figure <= 9 ? figure : -1;
}
/** Figures, and one or two of paise behind a point; NaN for anything else. Read by hand: half of a file is amounts. */
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

/** `1,500/-`, `1500 INR`. */
const behind = /\s*(\/-|inr|rs\.?|rupees)$/i;
/** A debit is what is owed, a credit what was received. */
const side = /(?<![a-z])(dr|cr)\.?$/i;
const received = /cr\.?$/i;
function withoutSide(cell: string, isReceived: boolean): string {
  const found = side.exec(cell);
  if (!found) return cell;
  if (received.test(found[0]) !== isReceived)
    return refuse(isReceived ? 'a debit, not a payment' : 'a credit, nothing is owed');
  return cell.slice(0, found.index).trim();
}
const bareOf = (cell: string, isReceived: boolean): string => {
  const bare = figureAt(cell, 0) < 0 ? cell.replace(currency, '').trim() : cell.trim();
  if (figureAt(bare, bare.length - 1) >= 0) return bare;
  return withoutSide(bare, isReceived).replace(behind, '').replace(behind, '');
};

/** Noughts or nines behind the paise are what a computer left of a sum; anything else there is not known. */
function roundedPaise(number: string): number {
  if (!/^\d{1,11}\.\d{3,}$/.test(number)) return Number.NaN;
  const paise = Math.round(Number(number) * 100);
  return Math.abs(Number(number) * 100 - paise) < 0.001 ? paise : Number.NaN;
}

/** Rupees as people write them, in paise; a comma is the decimal sign only where the mapping says so. */
export function amountOf(
  cell: string,
  style: FileMapping['numberStyle'] = 'indian',
  isReceived = false,
): number {
  const bare = bareOf(cell, isReceived);
  if (/^[-−(]/.test(bare)) return refuse('negative amount');
  const number =
    style === 'decimalComma' ? bare.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : bare;
  const isGrouped = number.includes(',');
  if (isGrouped && !lakhs.test(number) && !millions.test(number)) return refuse('amount not understood');
  const plain = isGrouped ? number.replaceAll(',', '') : number;
  const exact = paiseOf(plain);
  const total = Number.isNaN(exact) && !isGrouped ? roundedPaise(plain) : exact;
  return total <= 1e13 ? total : refuse('amount not understood');
}

const mobileFaults: Partial<Record<IdentityFault, RowReason>> = {
  'scientific notation': 'mobile in scientific notation',
  'not an Indian mobile number': 'not an Indian mobile number',
};
/** Ten digits, without prefix and separators; `isLoose` accepts landlines too. */
export function mobileOf(cell: string, isLoose = false): string {
  const { value, fault } = (isLoose ? canonicalPhone : canonicalMobile)(cell);
  return value ?? refuse((fault && mobileFaults[fault]) ?? 'mobile not ten digits');
}

/** Two numbers in one cell: both are read, or none. */
export function mobilesOf(cell: string): [string, string | null] {
  const several = cell.split(/[/,;&|]/).map((one) => one.trim());
  const [first = '', second] = several;
  if (several.length > 2 || second === undefined || second === '')
    return [mobileOf(several.length > 2 ? cell : first), null];
  return [mobileOf(first), mobileOf(second)];
}

/** Canonical forms of the identities of a file, and the reasons for refusing them; null: there is none in the cell. */
const identities = {
  'loan number': [canonicalLoanNumber, 'loan number in scientific notation'],
  reference: [plainReference, 'reference in scientific notation'],
  pan: [canonicalPan, 'not a PAN'],
  pincode: [canonicalPincode, 'not a PIN code'],
  email: [canonicalEmail, 'agent unknown'],
} as const;
export type IdentityColumn = keyof typeof identities;
export function identityOf(kind: IdentityColumn, cell: string): string | null {
  const [read, reason] = identities[kind];
  const { value, fault } = read(cell);
  if (fault === 'empty') return null;
  return value ?? refuse(reason);
}

/** As the lender writes it, without what spreadsheets add. */
export const loanNumberOf = (cell: string): string | null =>
  isTotal(cell) ? refuse('a total, not a loan') : identityOf('loan number', cell);
