/** The agent's view of reviews: coaching notes and the agent's reply. */
import { paged } from '#kernel/server/database/table.ts';
import { like } from '#kernel/server/database/search.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import type { Context } from '#kernel/server/http/implement.ts';

type Row = z.output<typeof callReviews.coaching.gives>;
type Query = z.output<typeof callReviews.coaching.takes>;

const from = sql`from call_reviews r join call_attempts k on k.id = r.attempt_id
  left join loans l on l.id = k.loan_id left join borrowers b on b.id = l.borrower_id`;
const shown = sql`
  select r.id, r.created_at as "createdAt", coalesce(k.dialed_at, k.claimed_at) as "callAt", b.name as "borrowerName",
    l.loan_number as "loanNumber", c.name as card, trim(u.first_name || ' ' || u.last_name) as reviewer,
    r.score::float8 as score, r.is_fatal as "isFatal",
    array(select q ->> 'question' from jsonb_array_elements(r.answers) q where q ->> 'kind' = 'conduct' and q ->> 'answer' = 'no') as broken,
    r.coaching, r.acknowledged_at as "acknowledgedAt", r.reply
  ${from} join score_cards c on c.id = r.card_id join users u on u.id = r.reviewer_id`;
const own = (userId: number): Fragment => sql`r.agent_id = ${userId} and r.coaching <> ''`;

export function coachingOf(tx: Tx, userId: number, query: Query): Promise<Page<Row>> {
  const chosen = where([
    own(userId),
    ...narrow<typeof callReviews.coaching>(query, {
      isOpen: (isOpen) => (isOpen ? sql`r.acknowledged_at is null` : sql`r.acknowledged_at is not null`),
      q: (q) => sql`(${loanHas(q)} or r.coaching ilike ${like(q)})`,
    }),
  ]);
  const order = query.sort === 'createdAt' ? sql`r.created_at, r.id` : sql`r.created_at desc, r.id desc`;
  return counted(tx, query, sql`${from} ${chosen}`, () =>
    tx.rows<Row>(sql`${shown} ${chosen} order by ${order} ${paged(query)}`),
  );
}

/** It has no other key than its number. */
const keyOf = (id: string): number => (/^\d+$/.test(id) ? Number(id) : 0);

/** The first acknowledgement is recorded; a reply may follow later. */
export async function acknowledge(
  { tx, actor, now, emit }: Context,
  key: string,
  reply: string,
): Promise<Row> {
  const id = keyOf(key);
  const changed = await tx.run(sql`
    update call_reviews r set acknowledged_at = coalesce(r.acknowledged_at, ${now}),
      reply = case when ${reply} <> '' then ${reply} else r.reply end
    where r.id = ${id} and ${own(actor.id)}`);
  const row = changed > 0 && (await tx.one<Row>(sql`${shown} where r.id = ${id}`));
  if (!row) throw new Failure('NOT_FOUND');
  const reviewer = await tx.one<{ id: number }>(
    sql`select reviewer_id as id from call_reviews where id = ${id}`,
  );
  emit('call-reviews.acknowledged', {
    id,
    facts: { hasReply: reply !== '' },
    to: [actor.id, ...(reviewer ? [reviewer.id] : [])],
  });
  return row;
}
