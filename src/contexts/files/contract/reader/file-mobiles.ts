/** Telephone numbers of one cell: lenders write several, with remarks. Pure. */
import { foreignCode } from '#kernel/contract/identity/noise.ts';
import { isScientific } from '#kernel/contract/identity/loan-number.ts';
import { unwrapped } from '#kernel/contract/identity/plain-text.ts';
import { type Note, type RowReason, refuse } from './file-cells.ts';

const plain = /^[6-9]\d{9}$/;
/** Most cells: one mobile, its two halves divided at most. */
const usual = /^(?:\+?91[- ]?|0)?([6-9]\d{4})[- ]?(\d{5})$/;
const national = /^(?:(?:00)?91)?0?(\d{10})$/;
const ten = (digits: string): string | undefined => national.exec(digits)?.[1];

/** Placeholder numbers: one digit ten times, or zeros after the first digit. */
const isPlaceholder = (number: string): boolean => /^(\d)\1{9}$|^\d0{9}$/.test(number);

function usualMobile(cell: string): string | undefined {
  const [, first, second] = usual.exec(cell) ?? [];
  const number = first && second && first + second;
  return number && !isPlaceholder(number) ? number : undefined;
}

/** Groups of digits forming a number; the remainder is no telephone number. */
function numbersIn(part: string, left: string[]): string[] {
  const groups = part.replace(/\.0+(?!\d)/g, '').match(/\d+/g) ?? [];
  if (foreignCode.test(part.replace(/^[^\d+]+/, ''))) {
    left.push(...groups);
    return [];
  }
  const whole = ten(groups.join(''));
  if (whole) return [whole];
  const found: string[] = [];
  let isLeft = false;
  for (let from = 0; from < groups.length;) {
    let to = from;
    let digits = groups[from] ?? '';
    let number = ten(digits);
    // After invalid digits, several groups belong to a longer number: 1-800-425-3800.
    while (!number && !isLeft && to + 1 < groups.length && digits.length < 14) {
      to += 1;
      digits += groups[to] ?? '';
      number = ten(digits);
    }
    if (number) found.push(number);
    else left.push(groups[from] ?? '');
    isLeft = !number;
    from = number ? to + 1 : from + 1;
  }
  return found;
}

interface Telephones {
  /** Distinct valid mobiles, unchanged. */
  mobiles: string[];
  /** Landlines: numbers of ten digits that are no mobiles. */
  others: string[];
  hasPlaceholder: boolean;
  /** Digits that are no number. */
  left: string[];
}
export function telephonesIn(cell: string): Telephones {
  const left: string[] = [];
  const all = cell.split(/[\n\r/,;&|]|\b(?:and|or)\b/i).flatMap((part) => numbersIn(unwrapped(part), left));
  const once = [...new Set(all)];
  const real = once.filter((number) => !isPlaceholder(number));
  return {
    mobiles: real.filter((number) => plain.test(number)),
    others: real.filter((number) => !plain.test(number)),
    hasPlaceholder: real.length < once.length,
    left,
  };
}

function reasonFor(cell: string, { others, hasPlaceholder }: Telephones): RowReason {
  if (isScientific(unwrapped(cell)) || /\d[eE][+-]?\d/.test(cell)) return 'mobile in scientific notation';
  if (hasPlaceholder) return 'a placeholder, not a number';
  return others.length || foreignCode.test(unwrapped(cell))
    ? 'not an Indian mobile number'
    : 'mobile not ten digits';
}

/** The first good mobile, and a further one for the alternate contact; what is not used is named. */
export function mobilesOf(cell: string, note: Note, hasSecond = true): [string, string | null] {
  const one = usualMobile(cell);
  if (one) return [one, null];
  const found = telephonesIn(cell);
  const [first, second] = found.mobiles;
  if (first === undefined || /\d[eE][+-]?\d/.test(cell)) return refuse(reasonFor(cell, found));
  if (
    found.mobiles.length > (hasSecond ? 2 : 1) ||
    found.others.length ||
    found.left.length ||
    found.hasPlaceholder
  )
    note('unused-number');
  return [first, second ?? null];
}

/** The one number of a cell, or its reason; `isAny`: landlines too. */
export function oneMobileOf(cell: string, isAny = false): string {
  const one = usualMobile(cell);
  if (one) return one;
  const found = telephonesIn(cell);
  const { mobiles, others, left } = found;
  const good = isAny ? [...mobiles, ...others] : mobiles;
  const [first] = good;
  if (first === undefined || /\d[eE][+-]?\d/.test(cell)) return refuse(reasonFor(cell, found));
  return good.length > 1 || left.length ? refuse('several numbers in one cell') : first;
}
