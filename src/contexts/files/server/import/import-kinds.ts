/** The kinds of files that can be read: what differs between them, and nothing of what they share. */
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { type JobType, fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { type ServerActor, visibleUsers } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type LoanChange, applyToLoans, refuseUnknown } from './apply-loans.ts';
import * as store from './import-store.ts';
import type { Reason } from '#contexts/files/contract/reader/file-cells.ts';

export interface ImportKind {
  type: JobType;
  columns: readonly FileColumn[];
  /** Two rows that are the same in this are about the same. */
  what: Fragment;
  /** What the later of two such rows is told. */
  twice: { reason: Reason; field: string };
  /** Two hands may lay the rows, each those that are the same in this; without it one lays all. */
  apart?: Fragment;
  /** The people a row may name. */
  people: (actor: ServerActor) => Fragment;
  /** Between reading and applying: refuses what only the database can tell. */
  settle: (tx: Tx, job: store.ImportJob, actor: ServerActor) => Promise<unknown>;
  /** True when it has to be confirmed by a person first. */
  holds: (tx: Tx, job: store.ImportJob) => Promise<boolean>;
  /** Whether new rows may be written without a look at each reference. */
  mayInsertFast?: (tx: Tx) => Promise<boolean>;
  apply: (tx: Tx, job: store.ImportJob) => Promise<{ rows: number; people: number[] }>;
  /** What is left to do when every row is applied. */
  last: (tx: Tx, job: store.ImportJob) => Promise<unknown>;
  /** When a file is undone: what its loans repeat of the rows that went. */
  follow: (tx: Tx, loanIds: readonly number[]) => Promise<unknown>;
  /** What became stale for the people whose loans changed. */
  stale: string[];
}

/** Rows of one loan are about the same. */
export const byLoan = {
  what: sql`"loanNumber"`,
  twice: { reason: 'duplicate loan number in file', field: 'LOAN NUMBER' },
} as const;

const ofLoans = (
  type: JobType,
  change: LoanChange,
  more: Partial<Pick<ImportKind, 'settle' | 'stale' | 'what' | 'twice' | 'follow'>> = {},
): ImportKind => ({
  type,
  columns: fileColumns[type],
  ...byLoan,
  people: (actor) => visibleUsers(actor, sql`u.id`),
  settle: refuseUnknown,
  holds: () => Promise.resolve(false),
  apply: (tx, job) => applyToLoans(tx, job, change),
  last: () => Promise.resolve(),
  follow: () => Promise.resolve(),
  stale: ['loans'],
  ...more,
});

/** A number that is left out is the loan's own; a loan without one has none to leave out. */
async function settleNumbers(tx: Tx, job: store.ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await store.refuseRows(
    tx,
    sql`select r.n, 'mobile missing' as reason, 'MOBILE' as field
      from stage r join loans l on l.client_id = ${job.clientId} and l.loan_number = r."loanNumber"
      where r."mobile" is null and l.mobile is null`,
  );
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
/** Nothing is received tomorrow: such a date was read in the wrong order, or mistyped. */
async function settlePayments(tx: Tx, job: store.ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await store.refuseRows(
    tx,
    sql`select r.n, 'date in the future' as reason, 'PAYMENT DATE' as field
      from stage r where r."paymentDate" > ${today}`,
  );
}

/** Who asked not to be called is written to in no way; what is to be written must be there. */
async function settleMessages(tx: Tx, job: store.ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await store.refuseRows(
    tx,
    sql`select n, reason, case reason when 'do not call' then 'LOAN NUMBER' when 'channel missing' then 'CHANNEL'
          when 'message missing' then 'MESSAGE' else 'MOBILE' end as field
      from (select r.n, case when l.is_dnc then 'do not call'
            when r."channel" is null and j.sends is null then 'channel missing'
            when r."message" is null and r."channel" <> 'ivr' and not coalesce(j.sends ? r."channel", false)
              then 'message missing'
            when r."mobile" is null and l.mobile is null then 'mobile missing' end as reason
          from stage r join loans l on l.client_id = ${job.clientId} and l.loan_number = r."loanNumber"
          join file_jobs j on j.id = ${job.id}) judged
      where reason is not null`,
  );
}

/** What the domains that own the data do with a row. */
export interface LoanChanges {
  reassign: LoanChange;
  allocate: LoanChange;
  blockNumbers: LoanChange;
  receive: LoanChange;
  storeMessages: LoanChange;
  /** What a loan repeats of its payments, and of its numbers. */
  recomputeSummary: ImportKind['follow'];
  flagLoans: ImportKind['follow'];
}
export const importKinds = (changes: LoanChanges): readonly ImportKind[] => [
  ofLoans('PAYMENT_FILE', changes.receive, {
    what: sql`"loanNumber", payment_number("transactionId")`,
    twice: { reason: 'duplicate transaction in file', field: 'TRANSACTION ID' },
    settle: settlePayments,
    follow: changes.recomputeSummary,
    stale: ['loans', 'payments'],
  }),
  ofLoans('IMPORT_MESSAGE_FILE', changes.storeMessages, {
    what: sql`"loanNumber", "channel", "mobile", "message"`,
    twice: { reason: 'duplicate message in file', field: 'MESSAGE' },
    settle: settleMessages,
    stale: ['communications'],
  }),
  ofLoans('REASSIGNMENT_FILE', changes.reassign),
  ofLoans('ALLOCATION_TYPE_FILE', changes.allocate),
  ofLoans('DNC_FILE', changes.blockNumbers, {
    what: sql`"loanNumber", "mobile"`,
    settle: settleNumbers,
    follow: changes.flagLoans,
    stale: ['loans', 'dnc'],
  }),
];
