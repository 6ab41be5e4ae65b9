/** Rejected rows and skipped cells of a file, corrected on screen. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, instant, optional } from '#kernel/contract/field.ts';
import { columnReadings } from './reader/columns/column-readings.ts';
import { csvLimits } from './reader/csv/csv-record.ts';
import { anyUpload } from './upload-flags.ts';

/** Maximum per request. */
export const mostMended = 200;
/** Rejected rows correctable one by one at a time; a column correction covers all of them. */
export const mostRefusals = 1000;

/** No column is longer. */
const cell = z.string().check(z.maxLength(1000));
/** As the file has it: a cell may be at fault because it is too long. */
const fileCell = z.string().check(z.maxLength(csvLimits.field));
const key = z.string().check(z.regex(/^[a-zA-Z0-9]{1,40}$/));
const n = z.int().check(z.minimum(1));

/**
 * Result of a correction: readable and imported; still invalid; changed by another user; no longer listed; or
 * superseded, because a later file updated its loan or its value changed.
 */
const mendOutcomes = ['ready', 'wrong', 'changed', 'gone', 'followed'] as const;

const unchangedBy = ['changed', 'followed'] as const;
const columnFix = {
  key,
  /** Why the cells were rejected or skipped. */
  reason: z.string().check(z.maxLength(200)),
  reading: choice(columnReadings),
};
const columnFixed = z.object({
  /** Rows readable with this correction, and unchanged ones. */
  fits: z.int(),
  left: z.int(),
  /** Of the readable: imported rows with a loan value changed since, which remains. */
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
          /** Null: the entire row is invalid, and correctable only in the error file. */
          key: z.nullable(key),
          field: z.string(),
          reason: z.string(),
          value: z.string(),
          /** The row was imported without this cell. */
          isLeftOut: flag(),
          /** Superseded by a later file or a changed value. */
          isFollowed: flag(),
        }),
      ),
      /** Rejected rows and skipped cells by column and reason, including unlisted ones, with the possible readings. */
      groups: z.array(
        z.object({
          key,
          field: z.string(),
          reason: z.string(),
          count: z.int(),
          /** Of these, skipped cells of imported rows. */
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
          /** Loans with a value changed by a user or a later file, and the first of them. */
          unchanged: z.int(),
          named: z.array(z.object({ n, loanNumber: z.string(), outcome: choice(unchangedBy) })),
          by: z.string(),
          at: instant(),
        }),
      ),
      /** Unlisted rejected rows and skipped cells. */
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
          /** Absent for a rejected row, which has one invalid cell. */
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
