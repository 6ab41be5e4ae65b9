/** Notices of a check: skipped or normalised cells, and non-data rows. */
import * as z from 'zod/mini';
import { choice } from '#kernel/contract/field.ts';

/** Of cells: */
const cellNotices = [
  'left-out',
  'rounded',
  'lakh',
  'century',
  'at-least',
  'point-zero',
  'second-number',
  'unused-number',
  'state',
  'deceased',
] as const;
/** Of rows as a whole: */
const rowNotices = ['pos-above-tos', 'stored-as-zero', 'without-amounts', 'promise-ahead'] as const;
/** Of the file and its lines: */
export const lineNotices = [
  'repeated-header',
  'second-header',
  'footer',
  'total',
  'aadhaar-column',
  'windows-1252',
  'utf-16',
] as const;
const noticeKinds = [...cellNotices, ...rowNotices, ...lineNotices] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** So many rows are named with each notice. */
export const mostExamples = 5;

export const noticeRow = z.object({
  /** Header of the column; empty where it is about the line or the file. */
  column: z.string(),
  kind: choice(noticeKinds),
  /** Why a cell was skipped. */
  reason: z.nullable(z.string()),
  count: z.int(),
  examples: z.array(
    z.object({
      /** The row as a spreadsheet numbers it. */
      n: z.int(),
      /** Original and stored value; null where the cell may identify a person. */
      cell: z.nullable(z.string()),
      value: z.nullable(z.string()),
    }),
  ),
});
export type FileNotice = z.output<typeof noticeRow>;
