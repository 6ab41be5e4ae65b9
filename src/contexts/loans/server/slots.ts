/** Slots for higher contexts about a loan. */
import type { Access } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';
import { slot } from '#kernel/server/module.ts';

/** One kind of loan event: its permission, and its rows with the columns of `timelineRow`. */
export interface TimelineSource {
  can: Access;
  rows: (loanId: number | Fragment) => Fragment;
}
/** Evidence of a context: at, loan, kind, what, actor, paise and details, in this order; for a set of loans. */
export type EvidenceSource = (loans: Fragment) => Fragment;
export const evidenceSlot = slot<EvidenceSource>('evidence');

/** A borrower and all their loans. */
export interface Person {
  borrowerId: number;
  loanIds: readonly number[];
  /** Numbers of the loans, as carriers send them with a call. */
  numbers: readonly string[];
}
/** Erases a context's data of a person. */
export interface Eraser {
  /** Refuses where the person must not be forgotten yet. */
  mayErase?: (tx: Tx, person: Person, now: Date) => Promise<void>;
  /** Leaves amounts and moments; answers the keys of files that go. */
  forget: (tx: Tx, person: Person) => Promise<readonly string[]>;
}
/** Best calling time of a borrower; null: insufficient data, or the primary number. */
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
