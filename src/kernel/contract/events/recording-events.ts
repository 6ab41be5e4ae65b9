/** What recordings of calls leave behind, and the scores of them. */
export interface RecordingEvents {
  /** A recording lies in our own files. */
  'recordings.stored': { callRefNo: string; seconds: number; bytes: number };
  /** Somebody listened to a recording, or took it as a file. */
  'recordings.heard': { callRefNo: string; isFile: boolean };
  'recordings.measured': { picked: readonly string[] };
  /** What was written of a call stays out of it. */
  'call-reviews.recorded': {
    cardId: number;
    agentId: number | null;
    score: number | null;
    isFatal: boolean;
    broken: number;
    isCoached: boolean;
  };
  'call-reviews.calibration-asked': { cardId: number; reviewerIds: readonly number[] };
  'call-reviews.acknowledged': { hasReply: boolean };
}
