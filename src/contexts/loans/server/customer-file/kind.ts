/** A lender's customer file: what differs from other files, and nothing of what they share. */
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { type ImportKind, byLoan } from '#contexts/files/server/import/import-kinds.ts';
import { lastRowWins } from '#contexts/files/server/import/last-row-wins.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { missingAmounts, refuseWithoutAmounts } from './amounts.ts';
import { applyChunk } from './apply-customers.ts';
import { mayCheckAtOnce } from './fast-insert.ts';
import { retireMissing, holdMissing } from './whole-list.ts';

export const customerFile: ImportKind = {
  type: 'CUSTOMER_FILE',
  columns: fileColumns.CUSTOMER_FILE,
  ...byLoan,
  apart: sql`coalesce("clientBorrowerId", "loanNumber")`,
  // A lender's file may assign any user, independent of the uploader.
  people: () => sql`true`,
  check: async (tx, job) => {
    await refuseWithoutAmounts(tx, job);
    await lastRowWins(tx, job);
  },
  notices: missingAmounts,
  holds: holdMissing,
  mayInsertFast: mayCheckAtOnce,
  apply: applyChunk,
  last: retireMissing,
  follow: () => Promise.resolve(),
  stale: ['loans'],
};
