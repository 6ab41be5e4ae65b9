/** What agents do now, as their desks see it. */
import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import { agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { counted } from '#kernel/server/database/count.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { type Filters, narrow } from '#kernel/server/database/narrow.ts';
import { replayOf } from './replay.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

type Row = z.output<typeof agentLive.list.gives>;

const people = sql`from users u join roles r on r.id = u.role_id`;
const working = sql`agent_sessions s on s.user_id = u.id and s.ended_at is null`;
const status = sql`coalesce(s.word, 'logged-out')`;
const since = sql`coalesce(s.since, (select max(x.ended_at) from agent_sessions x where x.user_id = u.id))`;
const agentName = sql`trim(u.first_name || ' ' || u.last_name)`;

function ofStatus(word: string): Fragment {
  if (word.toLowerCase() === 'loggedin') return sql`s.id is not null`;
  if (word.toLowerCase() === 'break') return sql`s.word ilike 'break%'`;
  return sql`lower(${status}) = ${word.toLowerCase()}`;
}

const orders: Readonly<Record<string, Fragment>> = {
  agentName: sql`3, u.id`,
  '-agentName': sql`3 desc, u.id`,
  status: sql`5, 3, u.id`,
  '-status': sql`5 desc, 3, u.id`,
  timestamp: sql`6, u.id`,
  '-timestamp': sql`6 desc, u.id`,
};
/** Agents at work first. */
const usual = sql`s.id is null, 3, u.id`;

/** `replays`: a demo without agents at work shows its last day again. */
export const liveRoutes = ({ replays }: { replays: boolean }): Route[] =>
  implement(agentLive, {
    async list(query, { tx, actor, now }) {
      const again = replays ? await replayOf(tx, now) : undefined;
      const from = sql`${people} left join ${again?.at ?? working} left join campaigns c on c.id = s.campaign_id`;
      const shown = (asked: Filters<typeof agentLive.list>) =>
        where([
          sql`u.is_active and r.role_type = 'agent'`,
          visibleUsers(actor, sql`u.id`),
          ...narrow<typeof agentLive.list>(asked, {
            q: (q) => nameHas(agentName, q),
            status: ofStatus,
            leadId: (leadId) => sql`u.reporting_to = ${leadId}`,
          }),
        ]);
      const chosen = shown(query);
      const [page, words, breaks, teams] = await Promise.all([
        counted(tx, query, sql`${from} ${chosen}`, () =>
          tx.rows<Row>(sql`
          select u.id, coalesce(c.name, '') as name, ${agentName} as "agentName",
            coalesce(u.extension_number::text, '') as extension, ${status} as status,
            coalesce(floor(extract(epoch from ${since}))::bigint, 0) as timestamp,
            s.campaign_id as "campaignId"
          ${from} ${chosen} order by ${orders[query.sort ?? ''] ?? usual} ${paged(query)}`),
        ),
        tx.rows<{ word: string; n: number }>(
          sql`select ${status} as word, count(*) as n ${from} ${shown({ q: query.q, leadId: query.leadId })} group by 1 order by 1`,
        ),
        tx.rows<{ word: string; seconds: number }>(sql`
        select 'BREAK-' || upper(name) as word,
          split_part(duration, ':', 1)::int * 3600 + split_part(duration, ':', 2)::int * 60 as seconds
        from breaks where is_active and duration ~ '^\\d+:\\d+'`),
        tx.rows<{ id: number; name: string; agents: number }>(sql`
        select t.id, trim(t.first_name || ' ' || t.last_name) as name, count(*)::int as agents
        from users u join roles r on r.id = u.role_id join users t on t.id = u.reporting_to ${shown({})}
        group by t.id order by 2, 1`),
      ]);
      return {
        ...page,
        summary: {
          statusCount: Object.fromEntries(words.map(({ word, n }) => [word, n])),
          teams,
          replay: again?.day ?? null,
          breaks: Object.fromEntries(breaks.map(({ word, seconds }) => [word, seconds])),
        },
      };
    },
  });
