import { idOf } from '#kernel/server/database/table.ts';
import { like, nameHas } from '#kernel/server/database/search.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Fragment, name, sql, where } from '#kernel/server/database/sql.ts';

interface Asked {
  q?: string;
  ids?: number[];
}
interface Place {
  id: number;
  name: string;
}
const most = 200;

/** Prefix matches come before other matches. */
const places = (tx: Tx, table: 'states' | 'cities', within: Fragment | false, { q, ids }: Asked) =>
  tx.rows<Place>(sql`
    select id, name from ${name(table)}
    ${where([within, q !== undefined && sql`${nameHas(sql`name`, q)}`, ids && sql`id = any(${ids})`])}
    order by ${q === undefined ? sql`name` : sql`name not ilike ${like(q).slice(1)}, name`}, id limit ${most}`);

export const statesOf = (tx: Tx, asked: Asked): Promise<Place[]> => places(tx, 'states', false, asked);

export async function citiesOf(tx: Tx, state: string, asked: Asked): Promise<Place[]> {
  return places(tx, 'cities', sql`state_id = ${await idOf(tx, 'states', state)}`, asked);
}

const words = {
  state: sql`b.state_name`,
  city: sql`b.city_name`,
  product: sql`l.product_type`,
} as const;

/** Distinct values in a column of the client's visible loans. */
export async function wordsInLoans(
  tx: Tx,
  actor: ServerActor,
  client: string,
  which: keyof typeof words,
): Promise<{ name: string }[]> {
  const clientId = await idOf(tx, 'clients', client);
  return tx.rows(sql`
    select distinct ${words[which]} as name
    from loans l ${which === 'product' ? sql`` : sql`join borrowers b on b.id = l.borrower_id`}
    where l.client_id = ${clientId} and ${visibleLoans(actor, sql`l.assignee_id`)} and ${words[which]} <> ''
    order by name`);
}
