/** Entries lost on phones: reported by the phone, visible to the author's leaders. */
import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { lossFaults, syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { sql, where } from '#kernel/server/database/sql.ts';

type Row = z.output<typeof syncReviews.losses.gives>;
type Query = z.output<typeof syncReviews.losses.takes>;

interface Loss {
  authorId: number;
  deviceId: string;
  fault: (typeof lossFaults)[number];
  entries: number;
  since: Date;
}

/** Upsert: a phone with a lost response reports again. */
export const insertLoss = (tx: Tx, o: Loss): Promise<number> =>
  tx.run(sql`
    insert into sync_losses (author_id, device_id, fault, entries, since)
    values (${o.authorId}, ${o.deviceId}, ${o.fault}, ${o.entries}, ${o.since})
    on conflict (author_id, device_id, fault) where seen_at is null
    do update set entries = excluded.entries, since = least(sync_losses.since, excluded.since)`);

export function pageOfLosses(tx: Tx, actor: ServerActor, query: Query): Promise<Page<Row>> {
  const from = sql`from sync_losses s join users a on a.id = s.author_id left join users by on by.id = s.seen_by
    ${where([
      visibleUsers(actor, sql`s.author_id`),
      ...narrow<typeof syncReviews.losses>(query, {
        isSeen: (is) => (is ? sql`s.seen_at is not null` : sql`s.seen_at is null`),
        q: (q) => nameHas(sql`a.first_name || ' ' || a.last_name`, q),
      }),
    ])}`;
  return counted(tx, query, from, () =>
    tx.rows<Row>(sql`
    select s.id, s.created_at as "createdAt", s.author_id as "authorId", trim(a.first_name || ' ' || a.last_name) as "authorName",
      s.fault, s.entries, s.since, trim(by.first_name || ' ' || by.last_name) as "seenByName"
    ${from} order by s.id desc ${paged(query)}`),
  );
}

/** Only a leader may acknowledge a loss, not the author. */
export const markLossSeen = (
  tx: Tx,
  actor: ServerActor,
  o: { id: string; now: Date },
): Promise<{ id: number; authorId: number } | undefined> =>
  tx.one(sql`
    update sync_losses s set seen_by = ${actor.id}, seen_at = ${o.now}
    where s.id::text = ${o.id} and s.seen_at is null and s.author_id <> ${actor.id} and ${visibleUsers(actor, sql`s.author_id`)}
    returning s.id, s.author_id as "authorId"`);
