/** What contexts above the loans tell of a loan. */
import type { Access } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';
import { slot } from '#kernel/server/module.ts';

/** One kind of thing that happened to a loan: who may see it, and its rows with the columns of `timelineRow`. */
export interface TimelineSource {
  can: Access;
  rows: (loanId: number | Fragment) => Fragment;
}
/**
 * What a context tells of loans as evidence: at, loan, kind, what, who did it, paise and details, in this order; of the
 * loans in a set.
 */
export type EvidenceSource = (loans: Fragment) => Fragment;
export const evidenceSlot = slot<EvidenceSource>('evidence');

/** A borrower and all their loans. */
export interface Person {
  borrowerId: number;
  loanIds: readonly number[];
  /** Numbers of the loans, as carriers send them with a call. */
  numbers: readonly string[];
}
/** What a context keeps of a person. */
export interface Eraser {
  /** Refuses where the person must not be forgotten yet. */
  mayErase?: (tx: Tx, person: Person, now: Date) => Promise<void>;
  /** Leaves amounts and moments; answers the keys of files that go. */
  forget: (tx: Tx, person: Person) => Promise<readonly string[]>;
}
/** When a borrower is best called; null: nothing is known yet, or the first number it is. */
export interface BestTime {
  best: {
    from: number;
    until: number;
    within: { calls: number; answers: number };
    outside: { calls: number; answers: number };
    isUsual: boolean;
  } | null;
  number: { place: number; calls: number; answers: number } | null;
}
export type BestTimeOf = (tx: Tx, loanId: number, now: Date) => Promise<BestTime>;
export const bestTimeSlot = slot<BestTimeOf>('best-time');
export const eraserSlot = slot<Eraser>('erasers');
export const timelineSlot = slot<TimelineSource>('timeline');
