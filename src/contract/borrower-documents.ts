import {
  document,
  documentCategory,
  documentDrafts,
  documentInstead,
  fileKey,
  seesDocuments as can,
} from './documents.ts';
import { domain, endpoint } from './kernel/endpoint.ts';
import { id, key } from './kernel/field.ts';

/** Papers of borrowers whose loans the caller sees, as settlements have theirs (G110). */
export const borrowerDocuments = domain('borrower-documents', {
  categories: endpoint('GET /borrowers/document/category', {
    can,
    gives: documentCategory,
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
      borrowerDocs: documentDrafts,
      ...documentInstead,
    },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'FILE_MISSING', 'TAKEN', 'NOT_YOUR_PAPER'],
  }),
  remove: endpoint('DELETE /borrowers/s3/delete-doc', {
    can,
    takes: { key: fileKey },
    errors: ['NOT_FOUND', 'NOT_YOUR_PAPER'],
  }),
});
