/** Public state of a file job: kind, progress and figures. */
import * as z from 'zod/mini';
import { sendsOfFile } from './file-sends.ts';
import { noticeRow } from './notices.ts';
import { choice, flag, id, instant, rupees } from '#kernel/contract/field.ts';

/** Kinds of file jobs (G141); each needs the flag of its upload menu item. */
export const jobTypes = [
  'CUSTOMER_FILE',
  'PAYMENT_FILE',
  'REASSIGNMENT_FILE',
  'IMPORT_MESSAGE_FILE',
  'DNC_FILE',
  'ALLOCATION_TYPE_FILE',
] as const;
/** What a job does: reads a file that was sent in, or writes one (G141). */
export const fileTypes = [...jobTypes, 'EXPORT'] as const;
export const jobStatuses = ['pending', 'processing', 'completed', 'failed'] as const;

const count = z.nullable(z.int());
const money = z.nullable(rupees());
/** File job with progress and figures. */
export const job = z.object({
  id: id(),
  type: choice(fileTypes),
  fileName: z.string(),
  /** Of an export, once it is there to be read. */
  fileKey: z.nullable(z.string()),
  exportType: z.nullable(z.string()),
  status: choice(jobStatuses),
  progressPercentage: z.int(),
  errorMsg: z.nullable(z.string()),
  errorFileKey: z.nullable(z.string()),
  /** First rejected rows. */
  firstErrors: z.array(z.object({ n: z.int(), field: z.string(), reason: z.string() })),
  /** Skipped or normalised cells, and non-data rows. */
  notices: z.array(noticeRow),
  /** The sender states that the file has no amounts: new loans may have neither POS nor TOS. */
  hasNoAmounts: flag(),
  /** Dry run: rows are only counted; applied on request. */
  isDryRun: flag(),
  /** Complete list of the lender: missing loans become inactive. */
  isNewRecords: flag(),
  /** Missing columns, derived from others. */
  derivedColumns: z.array(z.string()),
  /** Active loans of the portfolio, and rejected rows with an unclear loan. */
  activeLoansCount: count,
  unclearRecords: count,
  /** So many loans would become inactive that applying the file requires their number as a confirmation. */
  missingToConfirm: count,
  firstMissing: z.array(z.object({ loanNumber: z.string(), name: z.string() })),
  missingFileKey: z.nullable(z.string()),
  /** New loan numbers similar to existing ones, pending an answer. */
  questionsCount: count,
  /** Loans of the file that are in other portfolios of the client, where they stay. */
  elsewhereLoansCount: count,
  elsewhereLoans: z.array(z.object({ name: z.string(), count: z.int() })),
  /** It is remembered what it changed. */
  canUndo: flag(),
  undoneAt: z.nullable(instant()),
  /** Rows of an undone file that stayed because of later changes. */
  keptRecords: count,
  totalRecords: count,
  correctRecords: count,
  incorrectRecords: count,
  failedRecords: count,
  newLoansCount: count,
  existLoansCount: count,
  reActiveLoansCount: count,
  missingLoansCount: count,
  dncLoansCount: count,
  /** Payment rows under review now. */
  heldRecords: count,
  /** Check of a payment file: rows without effect, and rows for review. */
  knownPaymentsCount: count,
  paymentsToHoldCount: count,
  /** A payment file's total as stated by the lender, and the sum of its rows. */
  toldAmount: money,
  toldRows: count,
  foundAmount: money,
  foundRows: count,
  /** They differ: applying the file requires the sum of the rows as a confirmation. */
  amountToConfirm: money,
  createdAt: instant(),
  updatedAt: instant(),
  client: z.nullable(z.object({ name: z.string() })),
  communication: sendsOfFile,
  jobPortfolio: z.nullable(z.object({ name: z.string() })),
  jobsCreatedByUser: z.object({ firstName: z.string(), lastName: z.string() }),
});
