import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { documentPurpose } from '#kernel/contract/document-kinds.ts';
import { mayRemoveDocument } from '#kernel/contract/documents.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { FileReader } from '#contexts/files/server/reader.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { removePaper } from './jobs.ts';
import * as store from './store.ts';

const missing = (): Failure => new Failure('NOT_FOUND');
const numbered = (key: string): number => (/^\d+$/.test(key) ? Number(key) : 0);

/** Documents are visible to users who see the borrower, and sent by file links. */
export const documentReader: FileReader = {
  purpose: documentPurpose,
  can: borrowerDocuments.list.can,
  find: (tx, actor, key) => store.byKey(tx, actor, key),
};

export function borrowerDocumentRoutes({ jobs }: { jobs: Jobs }): Route[] {
  /** The row is deleted now, its bytes after the commit. */
  async function takeAway({ tx, actor, emit }: Context, key: string, of?: number): Promise<void> {
    const document = await store.byKey(tx, actor, key);
    if (!document || (of !== undefined && document.borrowerId !== of)) throw missing();
    if (!mayRemoveDocument(actor, document)) throw new Failure('NOT_YOUR_PAPER');
    await store.remove(tx, document.id);
    await removePaper(tx, jobs, key);
    emit('borrower-documents.removed', {
      id: document.id,
      facts: { borrowerId: document.borrowerId, name: document.name },
      to: [actor.id],
    });
  }

  return implement(borrowerDocuments, {
    categories: (_, { tx }) => store.categories(tx),

    async list({ id }, { tx, actor }) {
      if (!(await store.isBorrowerSeen(tx, actor, numbered(id)))) throw missing();
      return store.documentsOf(tx, actor, numbered(id));
    },

    async add({ borrowerId, borrowerDocs, deleteKey }, context) {
      const { tx, actor, emit } = context;
      if (!(await store.isBorrowerSeen(tx, actor, borrowerId))) throw missing();
      if (borrowerDocs.length === 0 && deleteKey === undefined)
        throw new Failure('INVALID_INPUT', {}, [{ path: 'borrowerDocs', fault: 'required' }]);
      if (deleteKey !== undefined) await takeAway(context, deleteKey, borrowerId);
      await checkSent(tx, actor.id, borrowerDocs);
      const added = await store.add(tx, borrowerId, actor.id, borrowerDocs);
      if (added.length < borrowerDocs.length) throw new Failure('TAKEN');
      for (const { id } of added)
        emit('borrower-documents.added', { id, facts: { borrowerId }, to: [actor.id] });
      return store.documentsOf(tx, actor, borrowerId);
    },

    remove: ({ key }, context) => takeAway(context, key),
  });
}

/** Each was sent in by this person, for a borrower, and has come; its category is one of ours. */
async function checkSent(
  tx: Tx,
  userId: number,
  drafts: readonly { docCategoryId: number; key: string }[],
): Promise<void> {
  const keys = [...new Set(drafts.map(({ key }) => key))];
  const sent = await store.sentBy(tx, userId, documentPurpose, keys);
  if (sent.length < drafts.length) throw missing();
  if (sent.some(({ isStored }) => !isStored)) throw new Failure('FILE_MISSING');
  const known = new Set((await store.categories(tx)).map(({ id }) => id));
  const strange = drafts.findIndex(({ docCategoryId }) => !known.has(docCategoryId));
  if (strange >= 0)
    throw new Failure('INVALID_INPUT', {}, [
      { path: `borrowerDocs.${strange}.docCategoryId`, fault: 'invalid' },
    ]);
}
