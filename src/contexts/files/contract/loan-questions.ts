/** New loan numbers of a file that are nearly those of loans that are here: the same loan, or a different one? */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { flag, nullable, number, optional, rupees } from '#kernel/contract/field.ts';
import { anyUpload } from './upload-flags.ts';

/** So many are shown and answered one by one at once. */
export const shownQuestions = 200;

const n = z.int().check(z.minimum(1));
const side = z.object({
  loanNumber: z.string(),
  /** The row of the file; null: a loan that is here. */
  n: nullable(n),
  name: nullable(z.string()),
  mobile: nullable(z.string()),
  principalOutstanding: nullable(rupees()),
  totalOutstanding: nullable(rupees()),
});
const likeNumber = z.string().check(z.minLength(1), z.maxLength(60));

export const questionEndpoints = {
  questions: endpoint('GET /file/jobs/:id/questions', {
    about: 'Rows whose loan number is nearly that of another loan, side by side with it.',
    can: anyUpload,
    gives: z.object({
      rows: z.array(z.object({ n, file: side, like: side, isSame: nullable(flag()) })),
      /** All of the file, and those without an answer. */
      count: number(),
      open: number(),
    }),
    errors: ['NOT_FOUND'],
  }),
  answer: endpoint('POST /file/jobs/:id/questions', {
    about: 'Says whether rows are about the loan they are like; the answers are remembered for the client.',
    can: anyUpload,
    takes: {
      rows: optional(
        z
          .array(z.strictObject({ n, likeNumber, isSame: flag() }))
          .check(z.minLength(1), z.maxLength(shownQuestions)),
      ),
      /** The same answer for all that have none. */
      all: optional(flag()),
    },
    gives: z.object({ open: number() }),
    errors: ['NOT_FOUND', 'IMPORT_NOT_READY'],
  }),
};
