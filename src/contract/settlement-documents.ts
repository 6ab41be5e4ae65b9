/** Papers of a settlement: who sees papers may add and take away; each look at one is remembered. */
import * as z from 'zod/mini';
import { mostDocumentsAtOnce } from './document-kinds.ts';
import { endpoint } from './kernel/endpoint.ts';
import { flag, id, instant, key, optional, text } from './kernel/field.ts';

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

export const settlementDocuments = {
  documents: endpoint('GET /settlement/doc/:id', {
    can,
    takes: { id: key('settlements') },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  documentCategories: endpoint('GET /settlement/document/category', {
    can,
    gives: z.object({ id: id(), key: z.string(), name: z.string() }),
    answer: 'rows',
  }),
  /** Files that were sent in over their links become papers of a settlement; one may give up its place to them. */
  addDocuments: endpoint('POST /settlement/doc/create', {
    can,
    takes: {
      settlementId: id('settlements'),
      settlmentDocs: z
        .array(z.object({ docCategoryId: id('document-categories'), key: fileKey, name: text({ max: 120 }) }))
        .check(z.maxLength(mostDocumentsAtOnce)),
      deleteKey: optional(fileKey),
      isDeleted: optional(flag()),
    },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'FILE_MISSING', 'TAKEN'],
  }),
  removeDocument: endpoint('DELETE /settlement/s3/delete-doc', {
    can,
    takes: { key: fileKey },
    errors: ['NOT_FOUND'],
  }),
};
