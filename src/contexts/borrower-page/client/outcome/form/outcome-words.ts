/** Queue label of a disposition, in its author's terms. Pure. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { dayText, momentText, money } from '#kernel/ui/parts/values/format.ts';
import type { Offered } from '../offered.ts';

interface Said {
  dispositionId: number;
  subDispositionId?: number | null;
  amount?: number;
  ptpDate?: string;
  paymentDate?: string;
  settlementDate?: string;
  followUpDate?: string;
}

export function wordsOf(name: string, said: Said, offered: readonly Offered[]): string {
  const amount = money(said.amount ?? 0);
  switch (said.dispositionId) {
    case dispositionIds.PTP:
      return say.saysPromise(name, amount, dayText(said.ptpDate ?? ''));
    case dispositionIds.Payment:
      return say.saysPaid(name, amount, dayText(said.paymentDate ?? ''));
    case dispositionIds.FinalSettlement:
      return say.saysSettles(name, amount, dayText(said.settlementDate ?? ''));
    case dispositionIds.Followup:
      return say.saysFollowUp(name, momentText(said.followUpDate ?? ''));
    default: {
      const nameOf = (id?: number | null) => offered.find((one) => one.id === id)?.name;
      return say.says(
        name,
        [nameOf(said.dispositionId), nameOf(said.subDispositionId)].filter(Boolean).join(' · '),
      );
    }
  }
}
