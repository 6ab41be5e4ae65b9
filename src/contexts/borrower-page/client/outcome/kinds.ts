/** Dispositions named in the URL; any other is identified by its id. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';

export const kinds: Readonly<Record<string, { id: number; title: string } | undefined>> = {
  ptp: { id: dispositionIds.PTP, title: say.addPtp },
  settlement: { id: dispositionIds.FinalSettlement, title: say.initiateSettlement },
  followup: { id: dispositionIds.Followup, title: say.addFollowUp },
  payment: { id: dispositionIds.Payment, title: say.addPayment },
  cash: { id: dispositionIds.Payment, title: say.addPayment },
};
/** The name of a disposition's act; a payment is also named `cash`. */
export const actOf = (dispositionId: number): string | undefined =>
  Object.keys(kinds).find((name) => kinds[name]?.id === dispositionId);

const others: readonly string[] = ['visit', 'hold', 'link', 'whatsapp', 'complaint'];
/** The URL requests a disposition form. */
export const isOutcome = (asked: string | undefined): asked is string =>
  asked !== undefined && !others.includes(asked);
