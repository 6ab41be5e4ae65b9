/** An entry on its way through an offline endpoint: what it brings, and what is to be said of it. */
import type { Notice, NoticeCode, SyncItem, Verdict } from '#kernel/contract/sync-rows.ts';

/** Where what is there is not what the author saw. */
export interface Difference {
  field: string;
  /** What its author wants. */
  wanted: string;
  /** What is there now. */
  found: string;
}

/** What only an entry knows that waited on a device. */
export interface Queued {
  /** When it happened, by the server's reckoning. */
  effectiveAt: Date;
  /** The same by the phone's own clock. */
  wall: string;
  /** What its author saw when they wrote it. */
  base: SyncItem['base'] | null;
  /** A team leader looked at it and let it through; what it is about is theirs to see. */
  isReviewed: boolean;
}

export interface Delivery {
  key: string;
  deviceId: string | null;
  seq: number | null;
  /** Null: somebody is on the line and waits for the answer. */
  queued: Queued | null;
  /** What its author is told; stored with the answer. */
  notices: Notice[];
  /** This key made its effect so long ago that only the effect remembers it. */
  isRepeated?: boolean;
  /** Another entry already said the same; its effect stands for this one. */
  isDuplicate?: boolean;
  /** Kept for a team leader, applied to nothing. */
  isHeld?: boolean;
}

export const verdictIn = ({ notices, isDuplicate, isHeld }: Delivery): Verdict => {
  if (isHeld) return 'NEEDS_REVIEW';
  if (isDuplicate) return 'DUPLICATE_OF';
  return notices.length > 0 ? 'APPLIED_WITH_NOTICE' : 'APPLIED';
};

/** An entry that a team leader must look at: kept whole, applied to nothing. */
export class NeedsReview extends Error {
  readonly reasons: readonly Notice[];
  /** Where what is there is not what the author saw: both, by field. */
  readonly differences: readonly Difference[];
  constructor(reasons: readonly NoticeCode[], differences: readonly Difference[] = []) {
    super('needs review');
    this.reasons = reasons.map((code) => ({ code }));
    this.differences = differences;
  }
}

/** Another entry already said the same: nothing is added, and its effect stands for this one. */
export class DuplicateOf extends Error {
  readonly id: number;
  constructor(id: number) {
    super('duplicate');
    this.id = id;
  }
}
