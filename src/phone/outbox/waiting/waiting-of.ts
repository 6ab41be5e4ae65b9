/** Unsent dispositions and visits of this phone for a page. Pure. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { isCashMode } from '#contexts/payments/contract/cash/cash-rules.ts';
import { loanOf } from '#kernel/offline/outbox/item.ts';
import type { Entry } from '../queue/queue-view.ts';

export type WaitingKind = 'promise' | 'followUp' | 'settlement' | 'payment' | 'outcome' | 'visit';
const { PTP, Followup, FinalSettlement, Payment } = dispositionIds;
const kinds: Readonly<Record<number, WaitingKind>> = {
  [PTP]: 'promise',
  [Followup]: 'followUp',
  [FinalSettlement]: 'settlement',
  [Payment]: 'payment',
};

type Read = Pick<Entry, 'cmd' | 'lane' | 'input' | 'seq'>;

/** Numbers and tags are shown at those instead. */
const isOfWork = ({ cmd }: Read): boolean =>
  cmd === borrowerDispositions.record.name || cmd === visits.record.name;
/** Undefined while its author's PIN locks the content. */
const kindOf = ({ cmd, input }: Read): WaitingKind | undefined =>
  cmd === visits.record.name ? 'visit' : input && (kinds[Number(input['dispositionId'])] ?? 'outcome');

/** Newest first, as online. Locked entries may be of any disposition, and are shown on each page. */
export function waitingOf<E extends Read>(
  pending: readonly E[],
  { loanId, only }: { loanId?: number | undefined; only?: WaitingKind | undefined } = {},
): E[] {
  return pending
    .filter((item) => isOfWork(item) && (loanId === undefined || loanOf(item.lane) === loanId))
    .filter((item) => {
      const kind = kindOf(item);
      return only === undefined || kind === only || (kind === undefined && only !== 'visit');
    })
    .toSorted((a, b) => b.seq - a.seq);
}

/** The promise that was written last. */
export function waitingPromise(
  pending: readonly Read[],
  loanId: number,
): { amount: number; day: string } | undefined {
  const input = waitingOf(pending, { loanId, only: 'promise' }).find((item) => item.input)?.input;
  const amount = input?.['amount'];
  const ptpDate = input?.['ptpDate'];
  return typeof amount === 'number' && typeof ptpDate === 'string' ? { amount, day: ptpDate } : undefined;
}

export const isCashEntry = ({ input }: Read): boolean => isCashMode(input?.['paymentMode']);
