/** Papers as they cross the wire, whatever they lie with. */
import * as z from 'zod/mini';
import { mostDocumentsAtOnce } from './document-kinds.ts';
import { flag, id, instant, optional, text } from './kernel/field.ts';

/** Whoever sees papers may add and take away; each look at one is remembered. */
export const seesDocuments = 'view_attachments_file';
export const fileKey = text({ max: 200 });
export const document = z.object({
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
export const documentCategory = z.object({ id: id(), key: z.string(), name: z.string() });

/** Files that were sent in over their links. */
export const documentDrafts = z
  .array(z.object({ docCategoryId: id('document-categories'), key: fileKey, name: text({ max: 120 }) }))
  .check(z.maxLength(mostDocumentsAtOnce));
/** One that lies there may give up its place to them. */
export const documentInstead = { deleteKey: optional(fileKey), isDeleted: optional(flag()) };
