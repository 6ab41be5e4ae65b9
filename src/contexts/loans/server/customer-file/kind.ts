/** A lender's customer file: what differs from other files, and nothing of what they share. */
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { type HeldFor, type ImportKind, byLoan } from '#contexts/files/server/import/import-kinds.ts';
import { lastRowWins } from '#contexts/files/server/import/last-row-wins.ts';
import type { ImportJob } from '#contexts/files/server/import/import-store.ts';
import { askAboutNew, noteElsewhere, refuseNear } from '#contexts/files/server/questions/find.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { followValues } from './follow-values.ts';
import { missingAmounts, refuseWithoutAmounts } from './amounts.ts';
import { applyChunk } from './apply-customers.ts';
import { mayCheckAtOnce } from './fast-insert.ts';
import { laterValues } from './later-values.ts';
import { retireMissing, holdMissing } from './whole-list.ts';

/** Questions come first: a loan they name is not missing from the list. */
async function holdList(tx: Tx, job: ImportJob, now: Date): Promise<HeldFor | undefined> {
  await noteElsewhere(tx, job);
  const isAsked = await askAboutNew(tx, job);
  const isMissing = await holdMissing(tx, job, { now, isLater: isAsked });
  if (isAsked) return 'questions';
  return isMissing ? 'list' : undefined;
}

export const customerFile: ImportKind = {
  type: 'CUSTOMER_FILE',
  columns: fileColumns.CUSTOMER_FILE,
  ...byLoan,
  apart: sql`coalesce("clientBorrowerId", "loanNumber")`,
  // A lender's file may assign any user, independent of the uploader.
  people: () => sql`true`,
  check: async (tx, job) => {
    await refuseWithoutAmounts(tx, job);
    if (job.isMending) await refuseNear(tx, job);
    await lastRowWins(tx, job);
  },
  notices: missingAmounts,
  holds: holdList,
  mayInsertFast: mayCheckAtOnce,
  apply: applyChunk,
  later: laterValues,
  last: retireMissing,
  follow: followValues,
  stale: ['loans'],
};
