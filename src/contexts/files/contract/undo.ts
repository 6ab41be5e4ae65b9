/** Effects of an undo, and rows that remain because they are in use. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { id, nullable } from '#kernel/contract/field.ts';
import { anyUpload } from './upload-flags.ts';

/** What happened to a row since; `changed`: a person changed it; `later-file`: another file did. */
const stayReasons = [
  'changed',
  'later-file',
  'called',
  'contacted',
  'noted',
  'visited',
  'paid',
  'linked',
  'settled',
  'planned',
  'papers',
  'other',
] as const;
export type StayReason = (typeof stayReasons)[number];

/** Maximum remaining rows listed by name. */
export const mostNamed = 500;

export const undoCheck = endpoint('GET /file/jobs/:id/undo', {
  about: 'What undoing an import would take back, and what stays; of an undone one, what stayed.',
  can: anyUpload,
  gives: z.object({
    /** Rows that go, or went. */
    goes: nullable(z.int()),
    stays: z.int(),
    rows: z.array(
      z.object({
        loanId: nullable(id('loans')),
        loanNumber: z.nullable(z.string()),
        name: z.string(),
        reasons: z.array(z.enum(stayReasons)),
      }),
    ),
  }),
  errors: ['NOT_FOUND', 'IMPORT_NOT_READY', 'IMPORT_NOT_LAST'],
});
