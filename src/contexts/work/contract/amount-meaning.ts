/** What the name of a sub-disposition states of the amount or its instalments: both must agree. Pure. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';

/** `all` of what is outstanding, one EMI, or less than all; a settlement in one instalment, or in several. */
export type AmountMeaning = 'all' | 'emi' | 'part' | 'once' | 'instalments';

const { PTP, Payment, FinalSettlement } = dispositionIds;
const several = /\b(?:[2-9]|\d\d+|two|three|four|five|six)\s*(?:emi|instal)|[+&]|\b(?:and|plus|overdue)\b/i;
const ofAmount: readonly (readonly [RegExp, AmountMeaning | undefined])[] = [
  [/\b(?:part|partly|partial|partially|half|token)\b/i, 'part'],
  [several, undefined],
  [/\b(?:emi|instal?lment)\b/i, 'emi'],
  [/\b(?:full|fully|total|entire|complete|whole)\b|foreclos/i, 'all'],
];
const ofInstalments: readonly (readonly [RegExp, AmountMeaning])[] = [
  [/\b(?:one|single)[\s-]?(?:time|shot|instal?lment|payment)\b|\bonetime\b|lump|\bonce\b|\bots\b/i, 'once'],
  [/instal|\bemis?\b|\bparts?\b|tranche/i, 'instalments'],
];

/** Undefined: the name states nothing of the amount, such as After Salary. */
export function meaningOf(dispositionId: number, subName: string): AmountMeaning | undefined {
  const words =
    dispositionId === FinalSettlement
      ? ofInstalments
      : dispositionId === PTP || dispositionId === Payment
        ? ofAmount
        : [];
  return words.find(([word]) => word.test(subName))?.[1];
}

/** The amounts of a loan that a preset may propose, in one unit; null or 0: the loan has none, undefined: not available here. */
interface Dues {
  emiAmount?: number | null | undefined;
  /** 0: paid off, or the lender's file has no amounts; no amount is compared with it. */
  totalOutstanding: number;
}

/** One EMI, at most what is outstanding; undefined without an EMI: no amount is proposed then. */
export const emiOf = ({ emiAmount, totalOutstanding }: Dues): number | undefined =>
  emiAmount ? Math.min(emiAmount, totalOutstanding || emiAmount) : undefined;

/** Meaning of an amount for this loan; undefined with an unknown total. */
export const meaningOfAmount = (amount: number, dues: Dues): AmountMeaning | undefined => {
  if (dues.totalOutstanding && amount >= dues.totalOutstanding) return 'all';
  if (amount === emiOf(dues)) return 'emi';
  return dues.totalOutstanding ? 'part' : undefined;
};

/** Whether an amount may be recorded under a sub-disposition of this meaning. */
export const isAgreed = (meaning: AmountMeaning | undefined, amount: number, dues: Dues): boolean => {
  const is = meaningOfAmount(amount, dues);
  if (meaning === 'emi') return amount === emiOf(dues);
  if (!dues.totalOutstanding) return true;
  return meaning === 'part' ? is !== 'all' : meaning === 'all' ? is === 'all' : true;
};

/** Amount of a meaning; undefined where it is any. */
export const amountFor = (meaning: AmountMeaning | undefined, dues: Dues): number | undefined =>
  meaning === 'all' ? dues.totalOutstanding || undefined : meaning === 'emi' ? emiOf(dues) : undefined;

/** A settlement in one instalment has no schedule; one in instalments has at least two. */
export const isScheduleAgreed = (meaning: AmountMeaning | undefined, instalments: number): boolean =>
  meaning === 'once' ? instalments <= 1 : meaning !== 'instalments' || instalments > 1;

/** An outcome with the name of its sub-disposition. */
interface Stated {
  dispositionId: number;
  subName: string;
  /** In the unit of the dues. */
  amount: number | null | undefined;
  instalments: number;
}
type Contradiction =
  | { code: 'ONE_TIME_SETTLEMENT' | 'INSTALMENTS_MISSING' }
  | { code: 'AMOUNT_DISAGREES'; meaning: AmountMeaning; due: number | undefined };

/** Why a sub-disposition and what is recorded under it contradict each other; forms and server refuse by it. */
export function contradictionOf(
  { dispositionId, subName, amount, instalments }: Stated,
  dues: Dues,
): Contradiction | undefined {
  const meaning = meaningOf(dispositionId, subName);
  if (meaning === undefined) return undefined;
  if (!isScheduleAgreed(meaning, instalments))
    return { code: meaning === 'once' ? 'ONE_TIME_SETTLEMENT' : 'INSTALMENTS_MISSING' };
  if (dispositionId === FinalSettlement || amount === null || amount === undefined) return undefined;
  // The balance may already be less by a payment that is reported after it.
  if (isAgreed(meaning, amount, dues) || (dispositionId === Payment && meaning === 'part')) return undefined;
  return {
    code: 'AMOUNT_DISAGREES',
    meaning,
    due: meaning === 'emi' ? emiOf(dues) : dues.totalOutstanding,
  };
}
