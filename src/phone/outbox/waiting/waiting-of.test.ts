import { expect, test } from 'vitest';
import { type WaitingKind, waitingOf, waitingPromise } from './waiting-of.ts';

let seq = 0;
const entry = (input: Record<string, unknown> | undefined, o: { cmd?: string; loan?: number } = {}) => ({
  cmd: o.cmd ?? 'borrower-dispositions.record',
  lane: `loan:${o.loan ?? 7}`,
  seq: ++seq,
  ...(input && { input }),
});
const promise = entry({ dispositionId: 1, amount: 500, ptpDate: '2026-12-01' });
const paid = entry({ dispositionId: 4, amount: 500, paymentMode: 'Cash' });
const visit = entry({ outcome: 'met' }, { cmd: 'visits.record' });
const tag = entry({ name: 'VIP' }, { cmd: 'loans.tag' });
const ofOther = entry({ dispositionId: 1, amount: 9, ptpDate: '2026-12-02' }, { loan: 8 });
const locked = entry(undefined);
const again = entry({ dispositionId: 1, amount: 700, ptpDate: '2026-12-05' });
const all = [promise, paid, visit, tag, ofOther, locked, again];
const seqs = (only?: WaitingKind) => waitingOf(all, { loanId: 7, only }).map((one) => one.seq);

test('entries of a loan are listed newest first, without numbers and tags', () => {
  expect(seqs()).toEqual([again, locked, visit, paid, promise].map((one) => one.seq));
  expect(waitingOf(all)).toHaveLength(6);
});

test('each screen shows its kind and locked entries of unknown kind', () => {
  expect(seqs('promise')).toEqual([again.seq, locked.seq, promise.seq]);
  expect(seqs('payment')).toEqual([locked.seq, paid.seq]);
  expect(seqs('settlement')).toEqual([locked.seq]);
  expect(seqs('visit')).toEqual([visit.seq]);
});

test('the promise that was written last is returned', () => {
  expect(waitingPromise(all, 7)).toEqual({ amount: 700, day: '2026-12-05' });
  expect(waitingPromise([locked, paid], 7)).toBeUndefined();
});
