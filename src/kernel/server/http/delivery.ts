/** A delivery of an outbox entry to an offline endpoint: what it brings, and the verdict and notices it gets. */
import type { Notice, NoticeCode, SyncItem, Verdict } from '#kernel/contract/outbox/sync-rows.ts';

/** A field whose stored value is not the one the author of an entry had seen. */
export interface FieldDifference {
  field: string;
  /** What its author wants. */
  wanted: string;
  /** What is there now. */
  found: string;
}

/** What only an entry knows that waited on a device. */
interface Queued {
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
  /** Null: sent directly by a page that waits for the answer, not from an outbox. */
  queued: Queued | null;
  /** Notices for its author; stored with the answer. */
  notices: Notice[];
  /** The stored answer of this key has expired, but the row it made is still there. */
  isRepeated?: boolean;
  /** Another entry had the same content; its row stands for this one too. */
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
  readonly differences: readonly FieldDifference[];
  constructor(reasons: readonly NoticeCode[], differences: readonly FieldDifference[] = []) {
    super('needs review');
    this.reasons = reasons.map((code) => ({ code }));
    this.differences = differences;
  }
}

/** Thrown where another entry had the same content: nothing is added, and that entry's row stands for this one too. */
export class DuplicateOf extends Error {
  readonly id: number;
  constructor(id: number) {
    super('duplicate');
    this.id = id;
  }
}
