/** Refused rows and left-out cells of a file: seen with the cell at fault, and mended on screen. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, instant, optional } from '#kernel/contract/field.ts';
import { columnReadings } from './reader/column-readings.ts';
import { csvLimits } from './reader/csv/csv-record.ts';
import { anyUpload } from './upload-flags.ts';

/** So many at once; the next ones are there when these are done. */
export const mostMended = 200;
/** So many refused rows of a file can be mended one by one on screen at a time; a column is corrected in all of them. */
export const mostRefusals = 1000;

/** No column is longer. */
const cell = z.string().check(z.maxLength(1000));
/** As the file has it: a cell may be at fault because it is too long. */
const fileCell = z.string().check(z.maxLength(csvLimits.field));
const key = z.string().check(z.regex(/^[a-zA-Z0-9]{1,40}$/));
const n = z.int().check(z.minimum(1));

/**
 * What became of a row: it can be read and is taken in; it still cannot; another user has changed the cell; it is no
 * longer among them; a later file has brought its loan since, or its loan has another value.
 */
const mendOutcomes = ['ready', 'wrong', 'changed', 'gone', 'followed'] as const;

const unchangedBy = ['changed', 'followed'] as const;
const columnFix = {
  key,
  /** Why the cells were refused or left out. */
  reason: z.string().check(z.maxLength(200)),
  reading: choice(columnReadings),
};
const columnFixed = z.object({
  /** Rows whose cell can be read so, and those that stay as they are. */
  fits: z.int(),
  left: z.int(),
  /** Of those that fit: rows that were taken without the cell and whose loan has another value since; it stays. */
  unchanged: z.int(),
  /** The first of them, before and after. */
  rows: z.array(z.object({ n, was: z.string(), now: z.nullable(z.string()) })),
});

export const rowEndpoints = {
  rows: endpoint('GET /file/jobs/:id/rows', {
    about: 'The refused rows and left-out cells of a file that can be mended, and what was mended so far.',
    can: anyUpload,
    gives: z.object({
      rows: z.array(
        z.object({
          n,
          loanNumber: z.nullable(z.string()),
          /** Null: the row as a whole is at fault, and can only be mended in the error file. */
          key: z.nullable(key),
          field: z.string(),
          reason: z.string(),
          value: z.string(),
          /** The row was taken without this cell. */
          isLeftOut: flag(),
          /** A later file has brought its loan, or the left-out value was changed since: that counts. */
          isFollowed: flag(),
        }),
      ),
      /** Refused rows and left-out cells by column and reason, also those not shown, and how they may be read in one step. */
      groups: z.array(
        z.object({
          key,
          field: z.string(),
          reason: z.string(),
          count: z.int(),
          /** So many of them are cells of rows that were taken without them. */
          leftOut: z.int(),
          readings: z.array(choice(columnReadings)),
        }),
      ),
      /** Columns that were corrected in one step. */
      columns: z.array(
        z.object({
          field: z.string(),
          reason: z.string(),
          reading: choice(columnReadings),
          rows: z.int(),
          /** Loans whose value stayed because a person or a later file had changed it, and the first of them. */
          unchanged: z.int(),
          named: z.array(z.object({ n, loanNumber: z.string(), outcome: choice(unchangedBy) })),
          by: z.string(),
          at: instant(),
        }),
      ),
      /** Refused rows and left-out cells beyond those that are shown. */
      more: z.int(),
      changes: z.array(
        z.object({
          n,
          field: z.string(),
          was: z.string(),
          value: z.string(),
          by: z.string(),
          at: instant(),
          /** The value of the loan remained: a person or a later file had changed it in the meantime. */
          outcome: z.nullable(choice(unchangedBy)),
        }),
      ),
      canMend: flag(),
    }),
    errors: ['NOT_FOUND'],
  }),
  previewColumn: endpoint('POST /file/jobs/:id/columns/preview', {
    about: 'Shows what another reading of the refused or left-out cells of a column would do.',
    can: anyUpload,
    writes: false,
    takes: columnFix,
    gives: columnFixed,
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY', 'INVALID_INPUT'],
  }),
  fixColumn: endpoint('POST /file/jobs/:id/columns', {
    about:
      'Reads all cells of a column that were refused or left out for one reason in another way; the same job takes them in.',
    can: anyUpload,
    takes: columnFix,
    gives: columnFixed,
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY', 'INVALID_INPUT'],
  }),
  mend: endpoint('POST /file/jobs/:id/rows', {
    about:
      'Mends cells of refused rows, and cells rows were taken without; the same job reads them again and takes in what is right.',
    can: anyUpload,
    takes: {
      rows: z
        .array(z.strictObject({ n, key, was: fileCell, value: cell }))
        .check(z.minLength(1), z.maxLength(mostMended)),
    },
    gives: z.object({
      rows: z.array(
        z.object({
          n,
          /** Not of a refused row, which has one cell to mend. */
          key: optional(key),
          outcome: choice(mendOutcomes),
          field: z.string(),
          reason: z.nullable(z.string()),
          value: z.nullable(z.string()),
        }),
      ),
    }),
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY'],
  }),
};
