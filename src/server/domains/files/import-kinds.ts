/** The kinds of files that can be read: what differs between them, and nothing of what they share. */
import type { FileColumn } from '#contract/customer-file.ts';
import { type JobType, fileColumns } from '#contract/file-kinds.ts';
import { type ServerActor, visibleUsers } from '#server/kernel/actor.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import { applyChunk } from './apply-customers.ts';
import { type LoanChange, applyToLoans, refuseUnknown } from './apply-loans.ts';
import * as store from './import-store.ts';

export interface ImportKind {
  type: JobType;
  columns: readonly FileColumn[];
  /** Two rows that are the same in this are about the same. */
  what: Fragment;
  /** The people a row may name. */
  people: (actor: ServerActor) => Fragment;
  /** Between reading and applying: refuses what only the database can tell. */
  settle: (tx: Tx, job: store.ImportJob, actor: ServerActor) => Promise<unknown>;
  apply: (tx: Tx, job: store.ImportJob) => Promise<{ rows: number; people: number[] }>;
  finish: (tx: Tx, job: store.ImportJob, errorFileKey: string | null) => Promise<unknown>;
  /** What became stale for the people whose loans changed. */
  stale: string[];
}

const byLoan = sql`loan_number`;
const columnsOf = (type: JobType): readonly FileColumn[] => fileColumns[type] ?? [];

const customers: ImportKind = {
  type: 'CUSTOMER_FILE',
  columns: columnsOf('CUSTOMER_FILE'),
  what: byLoan,
  // A lender's file says who works its loans, whoever sends it in.
  people: () => sql`true`,
  settle: (tx, job) => store.chooseSpeakers(tx, job),
  apply: applyChunk,
  finish: store.finish,
  stale: ['loans'],
};

const ofLoans = (
  type: JobType,
  change: LoanChange,
  more: Partial<Pick<ImportKind, 'settle' | 'stale' | 'what'>> = {},
): ImportKind => ({
  type,
  columns: columnsOf(type),
  what: byLoan,
  people: (actor) => visibleUsers(actor, sql`u.id`),
  settle: refuseUnknown,
  apply: (tx, job) => applyToLoans(tx, job, change),
  finish: store.finishPlain,
  stale: ['loans'],
  ...more,
});

/** A number that is left out is the loan's own; a loan without one has none to leave out. */
async function settleNumbers(tx: Tx, job: store.ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await store.refuseRows(
    tx,
    job.id,
    sql`select r.n, 'mobile missing' as reason, 'MOBILE' as field
      from import_rows r join loans l on l.client_id = ${job.clientId} and l.loan_number = r.loan_number
      where r.job_id = ${job.id} and r.row->>'mobile' is null and l.mobile is null`,
  );
}

/** What the domains that own the data do with a row. */
export interface LoanChanges {
  reassign: LoanChange;
  allocate: LoanChange;
  blockNumbers: LoanChange;
}
export const importKinds = (changes: LoanChanges): readonly ImportKind[] => [
  customers,
  ofLoans('REASSIGNMENT_FILE', changes.reassign),
  ofLoans('ALLOCATION_TYPE_FILE', changes.allocate),
  ofLoans('DNC_FILE', changes.blockNumbers, {
    what: sql`loan_number, row->>'mobile'`,
    settle: settleNumbers,
    stale: ['loans', 'dnc'],
  }),
];
