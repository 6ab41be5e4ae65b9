/** Events of call recordings and their scores. */
export interface RecordingEvents {
  /** A recording is stored in our files. */
  'recordings.stored': { callRefNo: string; seconds: number; bytes: number };
  /** A user played or downloaded a recording. */
  'recordings.heard': { callRefNo: string; isFile: boolean };
  'recordings.measured': { picked: readonly string[] };
  /** The note about a call is omitted. */
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
