/** Whether a loan's letters are requested: most loans never had one. */
import type { TimelineRow } from '../timeline/timeline-words.ts';

/** Paid, or with a letter in the timeline, the only record of one revoked with its payment. */
export const mayHaveLetter = (isPaid: boolean, rows: readonly Pick<TimelineRow, 'kind'>[] = []): boolean =>
  isPaid || rows.some(({ kind }) => kind === 'letter');
