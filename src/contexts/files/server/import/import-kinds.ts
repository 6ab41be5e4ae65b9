/** File kinds; each context declares its kinds in `kindSlot`. */
import type { FileNotice } from '#contexts/files/contract/notices.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { type JobType, fileColumns } from '#contexts/files/contract/file-kinds.ts';
import type { importText } from '#contexts/files/text/en/imports.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { UndoTable } from '../undo/stays.ts';
import { type LoanChange, applyToLoans, refuseUnknown } from './apply-loans.ts';
import type { Foreseen, ImportJob } from './import-store.ts';
import type { RowReason } from '#contexts/files/contract/reader/file-cells.ts';

export type HeldFor = keyof typeof importText.held;

/** Skipped values written later, of a loan `l` and its borrower `b`. */
export interface LaterValues {
  keys: readonly string[];
  isOfBorrower: (key: string) => boolean;
  /** The value that is stored. */
  stored: (key: string) => Fragment;
  /** Writes the `key` of the stage to the loans of `rows` (loan_id, n); what was there is remembered. */
  write: (tx: Tx, key: string, rows: Fragment, by: LaterBy) => Promise<unknown>;
}
export interface LaterBy {
  userId: number;
  remember: (
    table: 'loans' | 'borrowers' | 'loan_assignments',
    change: { made?: readonly number[]; before?: unknown },
  ) => Promise<void>;
}

/** `rowsOf`: rows of a table that the undo deleted or restored. */
export type Follow = (
  tx: Tx,
  loanIds: readonly number[],
  rowsOf: (table: UndoTable) => Promise<number[]>,
) => Promise<unknown>;

export interface ImportKind {
  type: JobType;
  columns: readonly FileColumn[];
  /** Two rows that are the same in this are about the same. */
  what: Fragment;
  /** The reason for refusing the later of two such rows. */
  twice: { reason: RowReason; field: string };
  /** Two workers may apply the rows, each those that are the same in this; without it one applies all. */
  apart?: Fragment;
  /** Users a row may reference. */
  people: (actor: ServerActor) => Fragment;
  /** Completes rows before duplicates are rejected. */
  prepare?: (tx: Tx, job: ImportJob) => Promise<unknown>;
  /** After reading: rejects rows by database checks. */
  check: (tx: Tx, job: ImportJob, actor: ServerActor) => Promise<unknown>;
  /** Notices from the database for accepted rows. */
  notices?: (tx: Tx, job: ImportJob, now: Date) => Promise<FileNotice[]>;
  /** Figures of a check that only applying would show; no effects. */
  foresee?: (tx: Tx, job: ImportJob) => Promise<Foreseen>;
  /** Why a person has to confirm it first. */
  holds: (tx: Tx, job: ImportJob, now: Date) => Promise<HeldFor | undefined>;
  /** Whether new rows may skip per-row reference checks in this transaction. */
  mayInsertFast?: (tx: Tx) => Promise<boolean>;
  apply: (tx: Tx, job: ImportJob) => Promise<{ rows: number; people: number[] }>;
  /** Without it, skipped cells are only read from the next file. */
  later?: LaterValues;
  /** Remaining work after every row is applied; true while more remains. */
  last: (tx: Tx, job: ImportJob) => Promise<boolean>;
  /** After an undo: recomputes everything derived from rows that it deleted or restored. */
  follow: Follow;
  /** Stale domains for users with changed loans. */
  stale: string[];
}

/** Rows of one loan are about the same. */
export const byLoan = {
  what: sql`"loanNumber"`,
  twice: { reason: 'duplicate loan number in file', field: 'LOAN NUMBER' },
} as const;

/** A kind with rows about existing loans. */
export const ofLoans = (
  type: JobType,
  change: LoanChange,
  more: Partial<
    Pick<
      ImportKind,
      'prepare' | 'check' | 'foresee' | 'holds' | 'stale' | 'what' | 'twice' | 'follow' | 'notices'
    >
  > = {},
): ImportKind => ({
  type,
  columns: fileColumns[type],
  ...byLoan,
  people: (actor) => visibleUsers(actor, sql`u.id`),
  check: refuseUnknown,
  holds: () => Promise.resolve(undefined),
  apply: (tx, job) => applyToLoans(tx, job, change),
  last: () => Promise.resolve(false),
  follow: () => Promise.resolve(),
  stale: ['loans'],
  ...more,
});
