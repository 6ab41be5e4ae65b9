/** Delivery of an outbox entry to an offline endpoint: its metadata, verdict and notices. */
import type { Notice, NoticeCode, SyncItem, Verdict } from '#kernel/contract/outbox/sync-rows.ts';

/** A stored value different from the one displayed to the author of an entry. */
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
  /** The same by the phone's clock. */
  wall: string;
  /** State seen by its author. */
  base: SyncItem['base'] | null;
  /** Accepted by a team leader who may see its subject. */
  isReviewed: boolean;
}

export interface Delivery {
  key: string;
  deviceId: string | null;
  seq: number | null;
  /** Null: sent directly by a page, not from an outbox. */
  queued: Queued | null;
  /** Notices for its author; stored with the answer. */
  notices: Notice[];
  /** The stored response of this key has expired, but its row exists. */
  isRepeated?: boolean;
  /** Another entry had equal content; its row is used for this one too. */
  isDuplicate?: boolean;
  /** Sent to review, not applied. */
  isHeld?: boolean;
}

export const verdictIn = ({ notices, isDuplicate, isHeld }: Delivery): Verdict => {
  if (isHeld) return 'NEEDS_REVIEW';
  if (isDuplicate) return 'DUPLICATE_OF';
  return notices.length > 0 ? 'APPLIED_WITH_NOTICE' : 'APPLIED';
};

/** Entry that needs review: stored completely, not applied. */
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

/** Thrown when another entry had equal content: nothing is added, and that entry's row is used for this one too. */
export class DuplicateOf extends Error {
  readonly id: number;
  constructor(id: number) {
    super('duplicate');
    this.id = id;
  }
}
