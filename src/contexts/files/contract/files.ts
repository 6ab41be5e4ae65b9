import * as z from 'zod/mini';
import { fileTypes, job, jobStatuses, jobTypes } from './file-job.ts';
import { rowEndpoints } from './import-rows.ts';
import { questionEndpoints } from './loan-questions.ts';
import { fileMapping } from './reader/columns/file-mapping.ts';
import { sendOptions } from './file-sends.ts';
import { undoCheck } from './undo.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, nullable, optional, rupees, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { anyUpload } from './upload-flags.ts';

export { fileTypes, jobStatuses, jobTypes };

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
       * Complete list of the lender: missing loans become inactive. Where those are many, the file is only checked, and
       * applied after a user's confirmation.
       */
      isNewRecords: optional(flag()),
      /** Dry run. */
      isDryRun: optional(flag()),
      /** The file has no amounts: new loans are imported without POS and TOS. */
      hasNoAmounts: optional(flag()),
      /** Control total by the lender, where the file itself has none. */
      toldAmount: optional(rupees({ min: 0 })),
      /** Which column is which, where the headers are not ours; remembered for the client. */
      mapping: optional(fileMapping),
      ...sendOptions,
      export_type: optional(text({ max: 40 })),
      /** Input of the list on screen. */
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
    errors: ['LINK_EXPIRED', 'FILE_DAMAGED'],
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
    errors: [
      'NOT_FOUND',
      'IMPORT_NOT_READY',
      'MISSING_NOT_CONFIRMED',
      'AMOUNT_NOT_CONFIRMED',
      'LOANS_NOT_ANSWERED',
    ],
  }),
  undoCheck,
  undo: endpoint('POST /file/jobs/:id/undo', {
    about:
      'Undoes an import of the last 30 days; rows that were changed since stay where the caller says how many.',
    can: anyUpload,
    /** Number of remaining rows, as shown by the check. */
    takes: { stays: optional(z.int().check(z.minimum(0))) },
    gives: job,
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY', 'IMPORT_NOT_LAST', 'IMPORT_BUILT_ON'],
  }),
  ...rowEndpoints,
  ...questionEndpoints,
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
