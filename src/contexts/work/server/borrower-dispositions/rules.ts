/** Validation of dispositions, and their effective time. Pure. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { isCashMode, notes, writtenNumber } from '#contexts/payments/contract/cash/cash-rules.ts';
import type { InstalmentDraft } from '#contexts/settlements/contract/instalment-rules.ts';
import { Failure, type FieldIssue } from '#kernel/contract/failure.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

interface Draft {
  dispositionId: number;
  amount?: number;
  actionDate?: string;
  ptpDate?: string;
  paymentDate?: string;
  settlementDate?: string;
  instalments?: readonly InstalmentDraft[];
  followUpDate?: string;
  isHotPtp?: boolean;
  transactionId?: string;
  paymentMode?: string;
  denominations?: readonly { note: number; count: number }[];
  occurredAt?: string;
}
/** Stored fields of a draft: only those of its kind. */
export interface DispositionOutcome {
  /** Its date (G088). */
  actionDate: string | null;
  amount: number | null;
  followUpDate: string | null;
  isHotPtp: boolean;
  paymentDate: string | null;
  settlementDate: string | null;
  instalments: readonly InstalmentDraft[] | null;
  transactionId: string | null;
  paymentMode: string | null;
  denominations: readonly { note: number; count: number }[] | null;
  effectiveAt: Date;
}

/** At most now: a phone's clock may be fast, an entry may arrive days late. */
export function effectiveAt(occurredAt: string | undefined, now: Date): Date {
  const said = occurredAt ? new Date(occurredAt) : now;
  return Number.isNaN(said.getTime()) || said > now ? now : said;
}

/** What each kind cannot be without, in the order of its form (document 2, section 5). */
const needs: Readonly<Record<number, readonly (keyof Draft)[]>> = {
  [dispositionIds.PTP]: ['ptpDate', 'amount', 'followUpDate'],
  [dispositionIds.Followup]: ['followUpDate'],
  [dispositionIds.FinalSettlement]: ['settlementDate', 'amount', 'followUpDate'],
  [dispositionIds.Payment]: ['paymentDate', 'amount', 'transactionId', 'paymentMode'],
};
/** The wire has ptpDate for PTPs and actionDate otherwise; either is accepted (G088). */
const days: readonly (keyof Draft)[] = ['ptpDate', 'paymentDate', 'settlementDate'];
const oneDay = 86_400_000;

/** Today; tomorrow only for a phone already in it, with a clock up to a day fast. */
function latestDay(occurredAt: string | undefined, now: Date): string {
  const said = occurredAt ? Date.parse(occurredAt) : 0;
  return businessDay(new Date(Math.max(now.getTime(), Math.min(said, now.getTime() + oneDay))));
}

const nothing = {
  actionDate: null,
  amount: null,
  followUpDate: null,
  isHotPtp: false,
  paymentDate: null,
  settlementDate: null,
  instalments: null,
  transactionId: null,
  paymentMode: null,
  denominations: null,
};

function missing(draft: Draft): FieldIssue[] {
  const isThere = (name: keyof Draft): boolean =>
    (draft[name] ?? (days.includes(name) ? draft.actionDate : undefined)) !== undefined;
  const absent = (needs[draft.dispositionId] ?? []).filter((name) => !isThere(name));
  // A zero payment is another disposition.
  if (draft.dispositionId === dispositionIds.Payment && draft.amount === 0) absent.push('amount');
  return absent.map((path) => ({ path, fault: 'required' }));
}

/** The stored columns of a promise, a follow-up, a settlement request, a reported payment, or any other disposition. */
export function dispositionOutcome(
  draft: Draft,
  now: Date,
  at = effectiveAt(draft.occurredAt, now),
): DispositionOutcome {
  const absent = missing(draft);
  if (absent.length) throw new Failure('INVALID_INPUT', {}, absent);
  const base = { ...nothing, amount: draft.amount ?? null, effectiveAt: at };
  const { actionDate = null, followUpDate = null } = draft;
  switch (draft.dispositionId) {
    case dispositionIds.PTP: {
      const promised = draft.ptpDate ?? actionDate ?? '';
      if (promised < businessDay(at)) throw new Failure('DATE_IN_PAST');
      return { ...base, actionDate: promised, followUpDate, isHotPtp: draft.isHotPtp ?? false };
    }
    case dispositionIds.Followup:
      return { ...base, amount: null, actionDate: businessDay(new Date(followUpDate ?? at)), followUpDate };
    case dispositionIds.FinalSettlement: {
      const settlementDate = draft.settlementDate ?? actionDate;
      const { instalments = null } = draft;
      // Paid in parts, its day is that of the last.
      const lastDay = instalments?.at(-1)?.dueOn ?? settlementDate;
      if (lastDay !== null && lastDay < businessDay(at)) throw new Failure('DATE_IN_PAST');
      return { ...base, actionDate: lastDay, settlementDate: lastDay, followUpDate, instalments };
    }
    case dispositionIds.Payment: {
      const paymentDate = draft.paymentDate ?? actionDate ?? '';
      if (paymentDate > latestDay(draft.occurredAt, now)) throw new Failure('DATE_IN_FUTURE');
      const { paymentMode = null, denominations = null } = draft;
      const said = draft.transactionId ?? null;
      const transactionId = said !== null && isCashMode(paymentMode) ? writtenNumber(said) : said;
      const counted = denominations?.reduce((sum, { note, count }) => sum + note * count * 100, 0);
      const isMoney = (denominations ?? []).every(({ note }) => notes.some((known) => known === note));
      if (!isMoney || (counted !== undefined && counted !== draft.amount))
        throw new Failure('INVALID_INPUT', {}, [{ path: 'denominations', fault: 'invalid' }]);
      return { ...base, actionDate: paymentDate, paymentDate, transactionId, paymentMode, denominations };
    }
    default:
      return { ...base, actionDate, followUpDate };
  }
}
