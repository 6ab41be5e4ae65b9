import * as z from 'zod/mini';
import { mostDocumentsAtOnce } from './document-kinds.ts';
import { domain, endpoint } from './kernel/endpoint.ts';
import { flag, id, instant, key, optional, text } from './kernel/field.ts';

/** Whoever sees papers may add and take away; each look at one is remembered. */
const can = 'view_attachments_file';
const fileKey = text({ max: 200 });
const document = z.object({
  id: id(),
  docCategoryId: id(),
  category: z.object({ name: z.string() }),
  key: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  createdAt: instant(),
  by: z.string(),
});

/** Papers of borrowers whose loans the caller sees, as settlements have theirs (G110). */
export const borrowerDocuments = domain('borrower-documents', {
  categories: endpoint('GET /borrowers/document/category', {
    can,
    gives: z.object({ id: id(), key: z.string(), name: z.string() }),
    answer: 'rows',
  }),
  list: endpoint('GET /borrowers/doc/:id', {
    can,
    takes: { id: key('borrowers') },
    gives: document,
    answer: 'rows',
  }),
  /** Files that were sent in over their links become papers of a borrower; one may give up its place to them. */
  add: endpoint('POST /borrowers/doc/create', {
    can,
    takes: {
      borrowerId: id('borrowers'),
      borrowerDocs: z
        .array(z.object({ docCategoryId: id('document-categories'), key: fileKey, name: text({ max: 120 }) }))
        .check(z.maxLength(mostDocumentsAtOnce)),
      deleteKey: optional(fileKey),
      isDeleted: optional(flag()),
    },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'FILE_MISSING', 'TAKEN'],
  }),
  remove: endpoint('DELETE /borrowers/s3/delete-doc', {
    can,
    takes: { key: fileKey },
    errors: ['NOT_FOUND'],
  }),
});
