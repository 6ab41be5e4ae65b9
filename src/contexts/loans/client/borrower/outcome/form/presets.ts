/** What a form of an outcome holds at first when it is opened from the work of the day: the usual answer, one press from saved. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Values } from '#kernel/ui/form/fields.ts';
import { today } from '#kernel/ui/parts/format.ts';
import type { Amounts, Offered } from '../offered.ts';

/** Notes in hand: there is no bank that gives the payment a number. */
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

const instalmentOf = ({ emiAmount, unpaidEmiAmount, totalOutstanding }: Amounts): string =>
  String(emiAmount || unpaidEmiAmount || totalOutstanding);

/** The first of its sub-dispositions: the agency put the most important one there. */
const firstBelow = (offered: readonly Offered[], id: number): Values => {
  const first = offered.find(({ parentId }) => parentId === id);
  return first ? { subDispositionId: String(first.id) } : {};
};

interface Wanted {
  loan: Amounts;
  offered: readonly Offered[];
  /** The disposition that was chosen, and whether it was paid in notes. */
  id: number;
  isCash: boolean;
  receipt: string;
}
export function presetOf({ loan, offered, id, isCash: inCash, receipt }: Wanted): Values {
  const chosen = { dispositionId: String(id), ...firstBelow(offered, id) };
  if (id === dispositionIds.PTP) return { ...chosen, amount: instalmentOf(loan) };
  if (id !== dispositionIds.Payment) return chosen;
  const paid = { ...chosen, paymentDate: today() };
  return inCash
    ? { ...paid, amount: instalmentOf(loan), paymentMode: cashMode, transactionId: receipt }
    : paid;
}
