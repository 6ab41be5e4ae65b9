/** Documents of settlements: attached, read over file links, deleted; recorded in the timeline. */
import { settlementDocumentPurpose } from '#kernel/contract/document-kinds.ts';
import { mayRemoveDocument, seesDocuments } from '#kernel/contract/documents.ts';
import { type RoleType, may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { settlements } from '#contexts/settlements/contract/settlements.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { FileReader } from '#contexts/files/server/reader.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Given } from '#kernel/contract/endpoint.ts';
import { addSteps } from './change-store.ts';
import { lockOne, emitChanges } from './decide.ts';

type Document = Given<typeof settlements.documents>;
interface Adder {
  adderId: number;
  adderRole: RoleType;
}
interface Draft {
  docCategoryId: number;
  key: string;
  name: string;
}

const mostOfOne = 500;
export async function documentsOf(tx: Tx, actor: ServerActor, settlementId: number): Promise<Document[]> {
  const papers = await tx.rows<Omit<Document, 'mayRemove'> & Adder>(sql`
    select d.id, d.category_id as "docCategoryId", jsonb_build_object('name', c.name) as category, d.key, d.name,
      u.content_type as "contentType", u.bytes, d.created_at as "createdAt",
      p.first_name || ' ' || p.last_name as by, p.id as "adderId", r.role_type as "adderRole"
    from settlement_documents d join document_categories c on c.id = d.category_id join uploads u on u.key = d.key
    join users p on p.id = d.added_by join roles r on r.id = p.role_id
    where d.settlement_id = ${settlementId} order by d.id desc limit ${mostOfOne}`);
  return papers.map((paper) => ({ ...paper, mayRemove: mayRemoveDocument(actor, paper) }));
}

export const categories = (tx: Tx): Promise<{ id: number; key: string; name: string }[]> =>
  tx.rows(sql`select id, key, name from document_categories order by id`);

/** Settlements submitted to a lender; reopened ones are hidden from it. */
export const handedTo = (actor: ServerActor): Fragment => sql`
  l.client_id = ${actor.clientId} and t.sent_to_client_at is not null and t.status <> 'Void'`;
const isSeen = (actor: ServerActor): Fragment =>
  actor.roleType === 'client' ? handedTo(actor) : visibleLoans(actor, sql`l.assignee_id`);

/** A document of a visible settlement. */
const byKey = (
  tx: Tx,
  actor: ServerActor,
  key: string,
): Promise<({ id: number; settlementId: number } & Adder) | undefined> =>
  tx.one(sql`
    select d.id, d.settlement_id as "settlementId", p.id as "adderId", r.role_type as "adderRole"
    from settlement_documents d join users p on p.id = d.added_by join roles r on r.id = p.role_id
    join settlements t on t.id = d.settlement_id join loans l on l.id = t.loan_id
    where d.key = ${key} and ${isSeen(actor)}`);

export const settlementDocumentReader: FileReader = {
  purpose: settlementDocumentPurpose,
  can: 'signed-in',
  find: async (tx, actor, key) =>
    actor.roleType === 'client' || may(actor, seesDocuments) ? byKey(tx, actor, key) : undefined,
};

/** Each was sent in by this person, for a settlement, and has come; its category is one of ours. */
async function checkSent(tx: Tx, userId: number, drafts: readonly Draft[]): Promise<void> {
  const sent = await tx.rows<{ isStored: boolean }>(sql`
    select stored_at is not null as "isStored" from uploads where key = any(${drafts.map(({ key }) => key)})
      and user_id = ${userId} and purpose = ${settlementDocumentPurpose}`);
  if (sent.length < drafts.length) throw new Failure('NOT_FOUND');
  if (sent.some(({ isStored }) => !isStored)) throw new Failure('FILE_MISSING');
  const known = new Set((await categories(tx)).map(({ id }) => id));
  const strange = drafts.findIndex(({ docCategoryId }) => !known.has(docCategoryId));
  if (strange >= 0)
    throw new Failure('INVALID_INPUT', {}, [
      { path: `settlmentDocs.${strange}.docCategoryId`, fault: 'invalid' },
    ]);
}

const insert = (tx: Tx, settlementId: number, userId: number, drafts: readonly Draft[]): Promise<number> =>
  tx.run(sql`
    insert into settlement_documents (settlement_id, category_id, key, name, added_by)
    select ${settlementId}, d."docCategoryId", d.key, d.name, ${userId}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d("docCategoryId" bigint, key text, name text)
    on conflict (key) do nothing`);

type RemoveFile = (tx: Tx, key: string) => Promise<void>;

/** The row is deleted now, its bytes after the commit. */
export async function removeDocument(
  context: Context,
  removeFile: RemoveFile,
  key: string,
  of?: number,
): Promise<void> {
  const { tx, actor } = context;
  const document = await byKey(tx, actor, key);
  if (!document || (of !== undefined && document.settlementId !== of)) throw new Failure('NOT_FOUND');
  if (!mayRemoveDocument(actor, document)) throw new Failure('NOT_YOUR_PAPER');
  const held = await lockOne(context, document.settlementId);
  await tx.run(sql`delete from settlement_documents where id = ${document.id}`);
  await removeFile(tx, key);
  await addSteps(tx, { ids: [held.id], side: 'collection', status: 'Docs Removed', userId: actor.id });
  await emitChanges(context, [held], { after: 'Docs Removed' });
}

export async function addAll(
  context: Context,
  removeFile: RemoveFile,
  {
    settlementId,
    settlmentDocs: drafts,
    deleteKey,
  }: {
    settlementId: number;
    settlmentDocs: Draft[];
    deleteKey?: string;
  },
): Promise<Document[]> {
  const { tx, actor } = context;
  const held = await lockOne(context, settlementId);
  if (drafts.length === 0 && deleteKey === undefined)
    throw new Failure('INVALID_INPUT', {}, [{ path: 'settlmentDocs', fault: 'required' }]);
  if (deleteKey !== undefined) await removeDocument(context, removeFile, deleteKey, settlementId);
  if (drafts.length > 0) {
    await checkSent(tx, actor.id, drafts);
    if ((await insert(tx, settlementId, actor.id, drafts)) < drafts.length) throw new Failure('TAKEN');
    await addSteps(tx, { ids: [held.id], side: 'collection', status: 'Docs Uploaded', userId: actor.id });
    await emitChanges(context, [held], { after: 'Docs Uploaded' });
  }
  return documentsOf(tx, actor, settlementId);
}
