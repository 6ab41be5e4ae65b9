/** Whether the letters of a loan are asked for: most loans never had one. */
import type { TimelineRow } from './timeline/timeline-words.ts';

/** Something is paid, or a letter stands in the timeline: one that was revoked with its payment is nowhere else. */
export const mayHaveLetter = (isPaid: boolean, rows: readonly Pick<TimelineRow, 'kind'>[] = []): boolean =>
  isPaid || rows.some(({ kind }) => kind === 'letter');
