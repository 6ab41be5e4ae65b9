/** The kinds of files that can be read: what differs between them, and nothing of what they share. */
import type { FileColumn } from '#contract/customer-file.ts';
import { type JobType, fileColumns } from '#contract/file-kinds.ts';
import { type ServerActor, visibleUsers } from '#server/kernel/actor.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import { applyChunk } from './apply-customers.ts';
import { type LoanChange, applyToLoans, refuseUnknown } from './apply-loans.ts';
import * as store from './import-store.ts';
import type { Reason } from './row-rules.ts';

export interface ImportKind {
  type: JobType;
  columns: readonly FileColumn[];
  /** Two rows that are the same in this are about the same. */
  what: Fragment;
  /** What the later of two such rows is told. */
  twice: { reason: Reason; field: string };
  /** The people a row may name. */
  people: (actor: ServerActor) => Fragment;
  /** Between reading and applying: refuses what only the database can tell. */
  settle: (tx: Tx, job: store.ImportJob, actor: ServerActor) => Promise<unknown>;
  apply: (tx: Tx, job: store.ImportJob) => Promise<{ rows: number; people: number[] }>;
  finish: (tx: Tx, job: store.ImportJob, errorFileKey: string | null) => Promise<unknown>;
  /** What became stale for the people whose loans changed. */
  stale: string[];
}

const byLoan = {
  what: sql`loan_number`,
  twice: { reason: 'duplicate loan number in file', field: 'LOAN NUMBER' },
} as const;

const customers: ImportKind = {
  type: 'CUSTOMER_FILE',
  columns: fileColumns.CUSTOMER_FILE,
  ...byLoan,
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
  more: Partial<Pick<ImportKind, 'settle' | 'stale' | 'what' | 'twice'>> = {},
): ImportKind => ({
  type,
  columns: fileColumns[type],
  ...byLoan,
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

const today = sql`to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;
/** Nothing is received tomorrow: such a date was read in the wrong order, or mistyped. */
async function settlePayments(tx: Tx, job: store.ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await store.refuseRows(
    tx,
    job.id,
    sql`select r.n, 'date in the future' as reason, 'PAYMENT DATE' as field
      from import_rows r where r.job_id = ${job.id} and r.row->>'paymentDate' > ${today}`,
  );
}

/** Who asked not to be called is written to in no way; what is to be written must be there. */
async function settleMessages(tx: Tx, job: store.ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await store.refuseRows(
    tx,
    job.id,
    sql`select r.n, case when l.is_dnc then 'do not call' when r.row->>'message' is null then 'message missing'
        else 'mobile missing' end as reason,
        case when l.is_dnc then 'LOAN NUMBER' when r.row->>'message' is null then 'MESSAGE' else 'MOBILE' end as field
      from import_rows r join loans l on l.client_id = ${job.clientId} and l.loan_number = r.loan_number
      where r.job_id = ${job.id} and (l.is_dnc or (r.row->>'message' is null and r.row->>'channel' <> 'ivr')
        or (r.row->>'mobile' is null and l.mobile is null))`,
  );
}

/** What the domains that own the data do with a row. */
export interface LoanChanges {
  reassign: LoanChange;
  allocate: LoanChange;
  blockNumbers: LoanChange;
  receive: LoanChange;
  storeMessages: LoanChange;
}
export const importKinds = (changes: LoanChanges): readonly ImportKind[] => [
  customers,
  ofLoans('PAYMENT_FILE', changes.receive, {
    what: sql`loan_number, lower(row->>'transactionId')`,
    twice: { reason: 'duplicate transaction in file', field: 'TRANSACTION ID' },
    settle: settlePayments,
    stale: ['loans', 'payments'],
  }),
  ofLoans('IMPORT_MESSAGE_FILE', changes.storeMessages, {
    what: sql`loan_number, row->>'channel', row->>'mobile', row->>'message'`,
    twice: { reason: 'duplicate message in file', field: 'MESSAGE' },
    settle: settleMessages,
    stale: ['communications'],
  }),
  ofLoans('REASSIGNMENT_FILE', changes.reassign),
  ofLoans('ALLOCATION_TYPE_FILE', changes.allocate),
  ofLoans('DNC_FILE', changes.blockNumbers, {
    what: sql`loan_number, row->>'mobile'`,
    settle: settleNumbers,
    stale: ['loans', 'dnc'],
  }),
];
