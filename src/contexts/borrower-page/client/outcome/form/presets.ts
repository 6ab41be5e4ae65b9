/** Prefilled form opened from Today: the usual answer, one tap from saved. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import {
  type AmountMeaning,
  amountFor,
  emiOf,
  isAgreed,
  meaningOf,
  meaningOfAmount,
} from '#contexts/work/contract/amount-meaning.ts';
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import type { Values } from '#kernel/ui/form/fields.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import type { Amounts, Offered } from '../offered.ts';

/** Cash: there is no bank transaction number. */
export const cashMode = 'Cash';
export const isCash = (mode: unknown): boolean => String(mode).toLowerCase() === cashMode.toLowerCase();

/** Characters that are not confused when read out. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 6;

/** The number of the receipt for cash: the day, and enough chance that no two phones without a network choose the same. */
export function receiptNumber(
  day = today(),
  random = crypto.getRandomValues(new Uint8Array(length)),
): string {
  const code = [...random].map((byte) => letters[byte % letters.length]).join('');
  return `CASH-${day.slice(2).replaceAll('-', '')}-${code}`;
}

/** Sub-dispositions of a disposition, the most important first. */
const below = (offered: readonly Offered[], id: unknown): Offered[] =>
  offered.filter(({ parentId }) => parentId === Number(id));
const meaningIn = (offered: readonly Offered[], id: unknown, subId: unknown): AmountMeaning | undefined => {
  const chosen = offered.find((one) => one.id === Number(subId));
  return chosen && meaningOf(Number(id), chosen.name);
};
/** The first that states this. */
const withMeaning = (offered: readonly Offered[], id: unknown, meaning: AmountMeaning): string | undefined =>
  below(offered, id)
    .filter(({ name }) => meaningOf(Number(id), name) === meaning)
    .map((one) => String(one.id))[0];

/** Rupees of an amount as it is typed; 0 while it cannot be read. */
export const amountIn = (value: unknown): number =>
  ((typeof value === 'string' && typedPaise(value)) || 0) / 100;

interface Of {
  loan: Amounts;
  offered: readonly Offered[];
}

/** The sub-disposition that agrees with an amount: the chosen one while it does, else the one that states what the amount is. */
function subFor(
  amount: number,
  { loan, offered }: Of,
  { dispositionId, subDispositionId }: Values,
): string | undefined {
  const meaning = meaningIn(offered, dispositionId, subDispositionId);
  if (subDispositionId && isAgreed(meaning, amount, loan)) return undefined;
  const is = meaningOfAmount(amount, loan);
  const found =
    (is && withMeaning(offered, dispositionId, is)) ??
    (is === 'emi' ? withMeaning(offered, dispositionId, 'part') : undefined);
  return found ?? (subDispositionId ? '' : undefined);
}

/** What changes with the amount: the sub-disposition that states another one. */
export function laidByAmount(of: Of, value: unknown, values: Values): Values {
  const amount = amountIn(value);
  const kind = Number(values['dispositionId']);
  if (amount <= 0 || kind === dispositionIds.FinalSettlement) return {};
  const sub = subFor(amount, of, values);
  return sub === undefined ? {} : { subDispositionId: sub };
}

/** What changes with the sub-disposition: the amount that it states, or how many instalments. */
export function laidBySub({ loan, offered }: Of, value: unknown, values: Values): Values {
  const meaning = meaningIn(offered, values['dispositionId'], value);
  if (meaning === 'once') return { parts: '1' };
  if (meaning === 'instalments') return Number(values['parts'] || 1) > 1 ? {} : { parts: '2' };
  const amount = amountFor(meaning, loan);
  if (amount !== undefined) return { amount: String(amount) };
  const before = amountIn(values['amount']);
  return before > 0 && !isAgreed(meaning, before, loan) ? { amount: '' } : {};
}

/** What changes with the number of instalments: a one-time settlement has one. */
export function laidByParts({ offered }: Of, value: unknown, values: Values): Values {
  const id = values['dispositionId'];
  const wanted = Number(value) > 1 ? 'instalments' : 'once';
  const meaning = meaningIn(offered, id, values['subDispositionId']);
  if (values['subDispositionId'] && (meaning === undefined || meaning === wanted)) return {};
  return { subDispositionId: withMeaning(offered, id, wanted) ?? '' };
}

/** The first of its sub-dispositions, the most important one, that agrees with the amount; without an amount none that states one. */
function firstBelow({ loan, offered }: Of, id: number, amount: number | undefined): Values {
  const subs = below(offered, id).filter(({ name }) => {
    const meaning = meaningOf(id, name);
    return amount === undefined ? meaning === undefined : isAgreed(meaning, amount, loan);
  });
  const is = amount === undefined ? undefined : meaningOfAmount(amount, loan);
  const stated = is && withMeaning(offered, id, is);
  const sub = stated || subs[0]?.id;
  return sub ? { subDispositionId: String(sub) } : {};
}

interface Wanted extends Of {
  /** The disposition that was chosen, and whether it was paid in notes. */
  id: number;
  isCash: boolean;
  receipt: string;
}
export function presetOf({ id, isCash: inCash, receipt, ...of }: Wanted): Values {
  const dispositionId = String(id);
  const isMoney = id === dispositionIds.PTP || (id === dispositionIds.Payment && inCash);
  if (!isMoney && id !== dispositionIds.Payment) {
    const [first] = below(of.offered, id);
    return {
      dispositionId,
      ...(first && { subDispositionId: String(first.id), ...laidBySub(of, first.id, { dispositionId }) }),
    };
  }
  const amount = isMoney ? emiOf(of.loan) : undefined;
  const sums: Values = amount === undefined ? {} : { amount: String(amount) };
  const chosen = { dispositionId, ...firstBelow(of, id, amount), ...sums };
  if (id === dispositionIds.PTP) return chosen;
  const paid = { ...chosen, paymentDate: today() };
  return inCash ? { ...paid, paymentMode: cashMode, transactionId: receipt } : paid;
}
