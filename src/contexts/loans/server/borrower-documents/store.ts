import type { z } from 'zod/mini';
import type { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { mayRemoveDocument } from '#kernel/contract/documents.ts';
import type { RoleType } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoan } from '../visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

type Row = z.output<typeof borrowerDocuments.list.gives>;

/** Uploader of a document, who may delete it, like their leaders. */
export interface Adder {
  adderId: number;
  adderRole: RoleType;
}

/** A borrower is seen through any of their loans. */
const isSeenBy = (actor: ServerActor, borrower: Fragment): Fragment =>
  sql`exists (select from loans l where l.borrower_id = ${borrower} and ${visibleLoan(actor, sql`l`)})`;

export const isBorrowerSeen = async (tx: Tx, actor: ServerActor, borrowerId: number): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from borrowers b where b.id = ${borrowerId} and ${isSeenBy(actor, sql`b.id`)}`)) !==
  undefined;

export const categories = (tx: Tx) =>
  tx.rows<{ id: number; key: string; name: string }>(
    sql`select id, key, name from document_categories order by id`,
  );

const mostOfOne = 500;
export async function documentsOf(tx: Tx, actor: ServerActor, borrowerId: number): Promise<Row[]> {
  const papers = await tx.rows<Omit<Row, 'mayRemove'> & Adder>(sql`
    select d.id, d.category_id as "docCategoryId", jsonb_build_object('name', c.name) as category, d.key, d.name,
      u.content_type as "contentType", u.bytes, d.created_at as "createdAt",
      p.first_name || ' ' || p.last_name as by, p.id as "adderId", r.role_type as "adderRole"
    from borrower_documents d join document_categories c on c.id = d.category_id join uploads u on u.key = d.key
    join users p on p.id = d.added_by join roles r on r.id = p.role_id
    where d.borrower_id = ${borrowerId} order by d.id desc limit ${mostOfOne}`);
  return papers.map((paper) => ({ ...paper, mayRemove: mayRemoveDocument(actor, paper) }));
}

interface Draft {
  docCategoryId: number;
  key: string;
  name: string;
}
/** The files among these that this person sent in for a borrower. */
export const sentBy = (tx: Tx, userId: number, purpose: string, keys: readonly string[]) =>
  tx.rows<{ key: string; isStored: boolean }>(sql`
    select key, stored_at is not null as "isStored" from uploads
    where key = any(${keys}) and user_id = ${userId} and purpose = ${purpose}`);

export const add = (tx: Tx, borrowerId: number, userId: number, drafts: readonly Draft[]) =>
  tx.rows<{ id: number }>(sql`
    insert into borrower_documents (borrower_id, category_id, key, name, added_by)
    select ${borrowerId}, d."docCategoryId", d.key, d.name, ${userId}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d("docCategoryId" bigint, key text, name text)
    join document_categories c on c.id = d."docCategoryId"
    on conflict (key) do nothing returning id`);

/** A document of a visible borrower. */
export const byKey = (
  tx: Tx,
  actor: ServerActor,
  key: string,
): Promise<({ id: number; borrowerId: number; name: string } & Adder) | undefined> =>
  tx.one(sql`
    select d.id, d.borrower_id as "borrowerId", d.name, p.id as "adderId", r.role_type as "adderRole"
    from borrower_documents d join users p on p.id = d.added_by join roles r on r.id = p.role_id
    where d.key = ${key} and ${isSeenBy(actor, sql`d.borrower_id`)}`);

export const remove = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from borrower_documents where id = ${id}`);
