/** What may be recorded of a contact, and when it counts as having happened. Pure. */
import { dispositionIds } from '#contract/dispositions.ts';
import { Failure, type FieldIssue } from '#contract/kernel/failure.ts';
import { businessDay } from '#server/kernel/clock.ts';

export interface Draft {
  dispositionId: number;
  amount?: number;
  actionDate?: string;
  ptpDate?: string;
  followUpDate?: string;
  occurredAt?: string;
}
export interface Outcome {
  actionDate: string | null;
  amount: number | null;
  followUpDate: string | null;
  effectiveAt: Date;
}

/** Never later than now: a phone's clock may run ahead, an entry may arrive days late (offline.md A.7). */
export function effectiveAt(occurredAt: string | undefined, now: Date): Date {
  const said = occurredAt ? new Date(occurredAt) : now;
  return Number.isNaN(said.getTime()) || said > now ? now : said;
}

const required = (path: string): FieldIssue => ({ path, fault: 'required' });

/** A promise needs its day and amount, a follow-up its moment; a promised day lies not before the day it was made. */
export function outcomeOf(draft: Draft, now: Date): Outcome {
  const at = effectiveAt(draft.occurredAt, now);
  // The wire has ptpDate for promises and actionDate otherwise; the record has one (G088).
  const actionDate = draft.ptpDate ?? draft.actionDate ?? null;
  const missing: FieldIssue[] = [];
  if (draft.dispositionId === dispositionIds.PTP) {
    if (!actionDate) missing.push(required('ptpDate'));
    if (draft.amount === undefined) missing.push(required('amount'));
    if (!draft.followUpDate) missing.push(required('followUpDate'));
  }
  if (draft.dispositionId === dispositionIds.Followup && !draft.followUpDate)
    missing.push(required('followUpDate'));
  if (missing.length) throw new Failure('INVALID_INPUT', {}, missing);
  if (draft.dispositionId === dispositionIds.PTP && actionDate && actionDate < businessDay(at))
    throw new Failure('DATE_IN_PAST');
  return {
    actionDate,
    amount: draft.amount ?? null,
    followUpDate: draft.followUpDate ?? null,
    effectiveAt: at,
  };
}
