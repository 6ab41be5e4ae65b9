/** Documents as they cross the wire, of borrowers and settlements. */
import * as z from 'zod/mini';
import { mostDocumentsAtOnce } from './document-kinds.ts';
import { type Actor, type RoleType, outranks } from './access.ts';
import { flag, id, instant, optional, text } from './field.ts';

/** Users who see documents may add some; each download is logged. */
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
  mayRemove: flag(),
});
/** A document is evidence: only its uploader or their superiors may remove it. */
export const mayRemoveDocument = (
  actor: Pick<Actor, 'id' | 'roleType'>,
  { adderId, adderRole }: { adderId: number; adderRole: RoleType },
): boolean => actor.id === adderId || outranks(actor, adderRole);

export const documentCategory = z.object({ id: id(), key: z.string(), name: z.string() });

/** Uploaded files. */
export const documentDrafts = z
  .array(z.object({ docCategoryId: id('document-categories'), key: fileKey, name: text({ max: 120 }) }))
  .check(z.maxLength(mostDocumentsAtOnce));
/** An existing document may be replaced by them. */
export const documentInstead = { deleteKey: optional(fileKey), isDeleted: optional(flag()) };
