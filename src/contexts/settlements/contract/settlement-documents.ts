/** Documents of a settlement. */
import {
  document,
  documentCategory,
  documentDrafts,
  documentInstead,
  fileKey,
  seesDocuments as can,
} from '#kernel/contract/documents.ts';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { id, key } from '#kernel/contract/field.ts';

export const settlementDocuments = {
  documents: endpoint('GET /settlement/doc/:id', {
    about: 'Documents of a settlement.',
    can,
    takes: { id: key('settlements') },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  documentCategories: endpoint('GET /settlement/document/category', {
    about: 'Kinds of documents a settlement can have.',
    can,
    gives: documentCategory,
    answer: 'rows',
  }),
  /** Attaches files uploaded by their signed links; `deleteKey` names a document that they replace. */
  addDocuments: endpoint('POST /settlement/doc/create', {
    about: 'Adds uploaded files to a settlement as documents; one may be replaced.',
    can,
    takes: {
      settlementId: id('settlements'),
      settlmentDocs: documentDrafts,
      ...documentInstead,
    },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'FILE_MISSING', 'TAKEN', 'NOT_YOUR_PAPER'],
  }),
  removeDocument: endpoint('DELETE /settlement/s3/delete-doc', {
    about: 'Removes a document of a settlement.',
    can,
    takes: { key: fileKey },
    errors: ['NOT_FOUND', 'NOT_YOUR_PAPER'],
  }),
};
