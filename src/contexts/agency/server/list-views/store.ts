import type { z } from 'zod/mini';
import type { listViews } from '#kernel/contract/list-views.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';

export type ListView = z.output<typeof listViews.create.gives>;
export interface Draft {
  name: string;
  words: Readonly<Record<string, string>>;
  arrangement: ListView['arrangement'];
  isShared: boolean;
}

/** The most views shown for one list. */
const most = 100;

const shown = (actor: ServerActor): Fragment => sql`
  v.id, v.u_id as "uId", v.name, v.words, v.arrangement, v.is_shared as "isShared",
  v.user_id = ${actor.id} as "isOwn", trim(u.first_name || ' ' || u.last_name) as by`;

/** The user's views, shared ones of leaders, and those of admins; excludes views of inactive users. */
const seenBy = (actor: ServerActor): Fragment => sql`
  (v.user_id = ${actor.id} or (v.is_shared and u.is_active and (r.role_type in ('system_admin', 'admin')
    or exists (select from user_below w where w.ancestor_id = v.user_id and w.user_id = ${actor.id}))))`;

export const viewsOf = (tx: Tx, actor: ServerActor, list: string): Promise<ListView[]> =>
  tx.rows<ListView>(sql`
    select ${shown(actor)} from list_views v join users u on u.id = v.user_id join roles r on r.id = u.role_id
    where v.list = ${list} and ${seenBy(actor)}
    order by v.user_id <> ${actor.id}, lower(v.name), v.id limit ${most}`);

/** A view of the caller, with its row locked until commit. */
export const ownView = (tx: Tx, actor: ServerActor, key: string): Promise<ListView | undefined> =>
  tx.one<ListView>(sql`
    select ${shown(actor)} from list_views v join users u on u.id = v.user_id
    where v.id = (select id from list_views where ${byKey(key)}) and v.user_id = ${actor.id} for no key update of v`);

export const countOf = async (tx: Tx, actor: ServerActor, list: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`select count(*) as n from list_views where user_id = ${actor.id} and list = ${list}`,
    )
  )?.n ?? 0;

/** Whether another view of this user and list has that name. */
export const isTaken = async (
  tx: Tx,
  o: { userId: number; list: string; name: string; except?: number },
): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from list_views where user_id = ${o.userId} and list = ${o.list}
      and lower(name) = lower(${o.name}) and id <> ${o.except ?? 0}`)) !== undefined;

export const add = (
  tx: Tx,
  o: Draft & { userId: number; list: string },
): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`
    insert into list_views (user_id, list, name, words, arrangement, is_shared)
    values (${o.userId}, ${o.list}, ${o.name}, ${JSON.stringify(o.words)}::jsonb,
      ${JSON.stringify(o.arrangement)}::jsonb, ${o.isShared})
    on conflict do nothing returning id`);

export const listOf = async (tx: Tx, id: number): Promise<string> =>
  (await tx.one<{ list: string }>(sql`select list from list_views where id = ${id}`))?.list ?? '';

export const write = (tx: Tx, id: number, o: Draft): Promise<number> =>
  tx.run(sql`
    update list_views set name = ${o.name}, words = ${JSON.stringify(o.words)}::jsonb,
      arrangement = ${JSON.stringify(o.arrangement)}::jsonb, is_shared = ${o.isShared} where id = ${id}`);

export const remove = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from list_views where id = ${id}`);
