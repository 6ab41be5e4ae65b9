import {
  document,
  documentCategory,
  documentDrafts,
  documentInstead,
  fileKey,
  seesDocuments as can,
} from '#kernel/contract/documents.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, key } from '#kernel/contract/field.ts';

/** Documents of borrowers with visible loans, as for settlements (G110). */
export const borrowerDocuments = domain('borrower-documents', {
  categories: endpoint('GET /borrowers/document/category', {
    about: 'Kinds of documents a borrower can have.',
    can,
    gives: documentCategory,
    answer: 'rows',
  }),
  list: endpoint('GET /borrowers/doc/:id', {
    about: 'Documents of a borrower.',
    can,
    takes: { id: key('borrowers') },
    gives: document,
    answer: 'rows',
  }),
  /** Attaches uploaded files to a borrower; an existing one may be replaced. */
  add: endpoint('POST /borrowers/doc/create', {
    about: 'Adds uploaded files to a borrower as documents; one may be replaced.',
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
    about: 'Removes a document of a borrower.',
    can,
    takes: { key: fileKey },
    errors: ['NOT_FOUND', 'NOT_YOUR_PAPER'],
  }),
});
