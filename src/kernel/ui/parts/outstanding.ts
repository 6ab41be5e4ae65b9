/** POS and TOS of a loan as text: an amount that no file has stated is not zero. */
import { kitText } from '#text/en/kit.ts';
import { rupees } from './format.ts';

interface Outstanding {
  principalOutstanding: number;
  totalOutstanding: number;
  /** Undefined in rows that an older version cached on this device. */
  isTotalKnown?: boolean | undefined;
}
/** How an amount in rupees is written. */
export type AmountText = (rupees: number) => string;

export const totalText = (
  { totalOutstanding, isTotalKnown }: Omit<Outstanding, 'principalOutstanding'>,
  written: AmountText = rupees,
): string => (isTotalKnown === false ? kitText.notStated : written(totalOutstanding));
/** Without a stated TOS a POS of zero was not stated either. */
export const principalText = (
  { principalOutstanding, isTotalKnown }: Omit<Outstanding, 'totalOutstanding'>,
  written: AmountText = rupees,
): string =>
  isTotalKnown === false && principalOutstanding === 0 ? kitText.notStated : written(principalOutstanding);
