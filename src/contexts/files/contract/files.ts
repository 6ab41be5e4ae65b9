import * as z from 'zod/mini';
import { rowEndpoints } from './import-rows.ts';
import { fileMapping } from './reader/file-mapping.ts';
import { sendOptions, sendsOfFile } from './file-sends.ts';
import { undoCheck } from './undo.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, nullable, optional, rupees, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { noticeRow } from './notices.ts';
import { anyUpload } from './upload-flags.ts';

/** Kinds of file jobs (G141); each needs the flag of its upload menu entry. */
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
const job = z.object({
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
  /** The first rows that cannot be done. */
  firstErrors: z.array(z.object({ n: z.int(), field: z.string(), reason: z.string() })),
  /** Cells that were left out or are stored otherwise than written, and lines that are no rows. */
  notices: z.array(noticeRow),
  /** The sender states that the file has no amounts: new loans may have neither POS nor TOS. */
  hasNoAmounts: flag(),
  /** Dry run: rows are only counted; applied on request. */
  isDryRun: flag(),
  /** The lender's whole list: loans it does not name become inactive. */
  isNewRecords: flag(),
  /** Loans of the portfolio that are active, and refused rows that do not say which loan they are about. */
  activeLoansCount: count,
  unclearRecords: count,
  /** So many loans would become inactive that applying the file asks for their number as a confirmation. */
  missingToConfirm: count,
  firstMissing: z.array(z.object({ loanNumber: z.string(), name: z.string() })),
  missingFileKey: z.nullable(z.string()),
  /** It is remembered what it changed. */
  canUndo: flag(),
  undoneAt: z.nullable(instant()),
  /** Of an undone one: rows that stayed, because somebody built on them. */
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
  /** Of a file of payments: rows that wait now for a person to say whether they count. */
  heldRecords: count,
  /** What the lender says a file of payments comes to, and what all its rows come to. */
  toldAmount: money,
  toldRows: count,
  foundAmount: money,
  foundRows: count,
  /** These differ: applying the file asks for what the rows come to as a confirmation. */
  amountToConfirm: money,
  createdAt: instant(),
  updatedAt: instant(),
  client: z.nullable(z.object({ name: z.string() })),
  communication: sendsOfFile,
  jobPortfolio: z.nullable(z.object({ name: z.string() })),
  jobsCreatedByUser: z.object({ firstName: z.string(), lastName: z.string() }),
});

/** Files in by a signed single-use link, the jobs that read them, and files out by a signed link (security.md C.8). */
export const files = domain('files', {
  uploadLink: endpoint('GET /file/update-presigned-url', {
    about: 'Signed link to upload one file, for an import or a document.',
    can: { any: [...anyUpload.any, 'view_attachments_file'] },
    writes: true,
    takes: {
      key: text({ max: 200 }),
      fileType: optional(text({ max: 40 })),
      type: optional(text({ max: 40 })),
    },
    gives: z.object({ url: z.string(), key: z.string() }),
    errors: ['NOT_CSV', 'WRONG_FILE_TYPE', 'FORBIDDEN'],
  }),
  put: endpoint('PUT /file/upload/:purpose/:name', {
    about: 'Receives the bytes of an upload; the signed link is the permission.',
    can: 'public',
    takes: {
      purpose: z.string().check(z.regex(/^[a-z-]{1,40}$/)),
      name: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
      kid: text({ max: 40 }),
      exp: z.int(),
      sig: text({ max: 100 }),
    },
    answer: 'stream',
    maxBytes: 50 * 1024 * 1024,
    errors: ['LINK_EXPIRED', 'TOO_LARGE', 'NOT_CSV', 'WRONG_FILE_TYPE'],
  }),
  parse: endpoint('POST /file/parse', {
    about: 'Starts a file job: an import of an uploaded file, or an export of a list.',
    can: 'staff',
    takes: {
      type: choice(fileTypes),
      fileKey: optional(text({ max: 200 })),
      clientId: optional(id('clients')),
      portfolioId: optional(id('portfolios')),
      /**
       * The file is the lender's whole list: loans it does not name become inactive. Where those are many, the file is
       * only counted, and waits to be applied by a person.
       */
      isNewRecords: optional(flag()),
      /** Only counts what would change. */
      isDryRun: optional(flag()),
      /** The file has no amounts: new loans are taken without POS and TOS. */
      hasNoAmounts: optional(flag()),
      /** What the lender says its payments come to, where the file itself does not. */
      toldAmount: optional(rupees({ min: 0 })),
      /** Which column is which, where the headers are not ours; remembered for the client. */
      mapping: optional(fileMapping),
      ...sendOptions,
      export_type: optional(text({ max: 40 })),
      /** What the list on screen was asked for. */
      filters: optional(z.record(z.string(), z.unknown())),
    },
    gives: job,
    errors: ['NOT_FOUND', 'FILE_MISSING', 'NOT_CSV'],
  }),
  sample: endpoint('GET /file/sample/:type', {
    about: 'Sample file with the columns of a kind and one row.',
    can: anyUpload,
    takes: { type: choice(jobTypes) },
    answer: 'stream',
    errors: ['NOT_FOUND'],
  }),
  readLink: endpoint('GET /file/read-presigned-url', {
    about: 'Signed link to download one file.',
    can: 'signed-in',
    writes: true,
    takes: { key: text({ max: 200 }) },
    gives: z.object({ url: z.string() }),
  }),
  get: endpoint('GET /file/content/:purpose/:name', {
    about: 'Bytes of a file; the link is signed for its owner and two minutes.',
    can: 'signed-in',
    takes: {
      purpose: z.string().check(z.regex(/^[a-z-]{1,40}$/)),
      name: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
      kid: text({ max: 40 }),
      exp: z.int(),
      sig: text({ max: 100 }),
    },
    answer: 'stream',
    errors: ['LINK_EXPIRED'],
  }),
  mapping: endpoint('GET /file/mapping', {
    about: 'How this lender’s files of this kind were mapped last.',
    can: anyUpload,
    takes: { type: choice(jobTypes), clientId: id('clients') },
    gives: nullable(fileMapping),
  }),
  apply: endpoint('POST /file/jobs/:id/apply', {
    about: 'Applies an import that was only checked so far.',
    can: anyUpload,
    takes: { missing: optional(z.int()), amount: optional(rupees()) },
    gives: job,
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY', 'MISSING_NOT_CONFIRMED', 'AMOUNT_NOT_CONFIRMED'],
  }),
  undoCheck,
  undo: endpoint('POST /file/jobs/:id/undo', {
    about:
      'Undoes the last import of a kind and lender; rows that were built on stay where the caller says how many.',
    can: anyUpload,
    /** So many rows stay, as the check told. */
    takes: { stays: optional(z.int().check(z.minimum(0))) },
    gives: job,
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY', 'IMPORT_NOT_LAST', 'IMPORT_BUILT_ON'],
  }),
  ...rowEndpoints,
  jobs: list('GET /file/jobs', {
    about: 'File jobs: imports for who may upload, and the caller’s own exports.',
    can: 'staff',
    row: job,
    filters: { type: choice(fileTypes) },
  }),
  job: endpoint('GET /file/jobs/:id', {
    about: 'One file job with its progress and counts.',
    can: 'staff',
    gives: nullable(job),
  }),
});
