import { paged } from '#kernel/server/database/table.ts';
import { like } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import { audit } from '#contexts/reporting/contract/audit.ts';
import { auditText as say } from '#contexts/reporting/text/en/audit.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { changesIn, statesIn } from './changes.ts';

type Row = z.output<typeof audit.list.gives>;
type Query = z.output<typeof audit.list.takes>;
type Kept = Omit<Row, 'changes' | 'mayRestore'> & { facts: unknown };

/** Matches the index `event_settings`: masters, users and permissions, without loan work. */
const isAudited = sql`e.domain <> 'users-task' and (e.type like '%.created' or e.type like '%.updated'
  or e.domain in ('campaigns', 'dispositions', 'payment-accounts', 'permissions', 'roles', 'users'))`;
const nameNow = sql`coalesce(case e.domain
    when 'users' then (select trim(first_name || ' ' || last_name) from users where id = e.entity_id)
    when 'roles' then (select name from roles where id = e.entity_id)
    when 'permissions' then (select name from roles where id = e.entity_id)
    when 'clients' then (select name from clients where id = e.entity_id)
    when 'portfolios' then (select name from portfolios where id = e.entity_id)
    when 'campaigns' then (select name from campaigns where id = e.entity_id)
    when 'processes' then (select name from campaigns where id = e.entity_id) end,
  e.facts -> 'after' ->> 'name', e.facts -> 'before' ->> 'name')`;

const auditFrom = (query: Query): Fragment => sql`from event e left join users a on a.id = e.actor_id
    ${where([
      isAudited,
      ...narrow<typeof audit.list>(query, {
        domain: (domain) => sql`e.domain = ${domain}`,
        userIds: (userIds) => sql`e.actor_id = any(${userIds})`,
        startDate: (day) => sql`e.at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'`,
        endDate: (day) => sql`e.at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
        q: (q) => sql`e.facts::text ilike ${like(q)}`,
      }),
    ])}`;

export async function pageOfAudit(
  tx: Tx,
  query: Query,
  isRestorable: (domain: string) => boolean,
): Promise<Page<Row>> {
  const from = auditFrom(query);
  const page = await counted(tx, query, from, () =>
    tx.rows<Kept>(sql`
    select e.id, e.at, trim(a.first_name || ' ' || a.last_name) as "actorName", e.origin as "from", e.domain, split_part(e.type, '.', 2) as what,
      ${nameNow} as name, e.facts
    ${from} order by e.id desc ${paged(query)}`),
  );
  return {
    ...page,
    rows: page.rows.map(({ facts, ...row }) => ({
      ...row,
      changes: changesIn(facts),
      mayRestore: row.what === 'updated' && isRestorable(row.domain) && statesIn(facts) !== undefined,
    })),
  };
}

const momentOf = sql`to_char(e.at at time zone 'Asia/Kolkata', 'DD/MM/YYYY HH24:MI:SS')`;
/** Complete list as a file; before and after values are exported as stored. */
export const auditExport: ExportSource = {
  type: 'audit',
  list: audit.list,
  read(_, query: Query) {
    const from = auditFrom(query);
    return {
      columns: [
        { head: say.number, value: sql`e.id`, as: 'number' },
        { head: say.at, value: momentOf, as: 'day' },
        { head: say.actor, value: sql`coalesce(trim(a.first_name || ' ' || a.last_name), ${say.system})` },
        { head: say.from, value: sql`coalesce(e.origin, '')` },
        { head: say.domain, value: sql`e.domain` },
        { head: say.what, value: sql`split_part(e.type, '.', 2)` },
        { head: say.name, value: nameNow },
        { head: say.before, value: sql`coalesce(e.facts -> 'before', '{}')::text` },
        { head: say.after, value: sql`coalesce(e.facts -> 'after', e.facts)::text` },
        { head: say.request, value: sql`coalesce(e.request_id, '')` },
      ],
      from: sql`${from} order by e.id desc`,
      count: sql`select count(*)::int as n ${from}`,
    };
  },
};
