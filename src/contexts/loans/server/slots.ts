/** What contexts above the loans tell of a loan. */
import type { Access } from '#kernel/contract/access.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';
import { slot } from '#kernel/server/module.ts';

/** One kind of thing that happened to a loan: who may see it, and its rows with the columns of `timelineRow`. */
export interface TimelineSource {
  can: Access;
  rows: (loanId: number) => Fragment;
}
export const timelineSlot = slot<TimelineSource>('timeline');
