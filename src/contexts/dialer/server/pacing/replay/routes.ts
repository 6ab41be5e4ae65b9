/** A lead plays a day of a campaign again with other settings. */
import { pacingReplay } from '#contexts/dialer/contract/live/pacing-replay.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Route, implement, staged } from '#kernel/server/http/implement.ts';
import { type PacingSettings, pacingDefaults } from '../decide.ts';
import { aheadOn, campaignDayOf } from './day.ts';
import { agentHours, isCoarse, mostAgentHours, playDay } from './play.ts';

interface Found {
  id: number;
  name: string;
  dials: number;
  mode: 'predictive' | 'progressive';
  maxRatio: number;
  targetAbandon: number;
  patienceSeconds: number;
}

/** Campaigns in which agents visible to this user worked that day. */
const campaignsOf = (
  tx: Pick<Tx, 'rows'>,
  actor: ServerActor,
  day: string,
  which: Fragment,
): Promise<Found[]> =>
  tx.rows(sql`
    select c.id, c.name, x.dials, case when c.campaign_type = 'progressive' then 'progressive' else 'predictive' end as mode,
      c.max_ratio::int as "maxRatio", c.target_abandon::float8 as "targetAbandon", c.patience_s as "patienceSeconds"
    from (select k.campaign_id, count(*)::int as dials,
        bool_or(${visibleUsers(actor, sql`k.user_id`)}) as is_theirs
      from call_attempts k where ${aheadOn(day)} group by 1) x
    join campaigns c on c.id = x.campaign_id where x.is_theirs and ${which} order by x.dials desc, c.id`);

const settingsOf = (of: Omit<Found, 'id' | 'name' | 'dials'>): PacingSettings => ({
  ...pacingDefaults,
  mode: of.mode,
  maxRatio: of.maxRatio,
  targetAbandon: of.targetAbandon,
  patienceS: of.patienceSeconds,
});

export function replayRoutes({ database }: { database: Database }): Route[] {
  /** Sequential, because each one uses seconds of CPU. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return implement(pacingReplay, {
    campaigns: ({ day }, { tx, actor }) => campaignsOf(tx, actor, day, sql`true`),
    play: staged(async ({ id, day, ...asked }, { guest }) => {
      if (!guest) throw new Failure('NOT_SIGNED_IN');
      const [found] = await campaignsOf(
        database,
        guest,
        day,
        sql`c.id = (select id from campaigns where ${byKey(id)})`,
      );
      if (!found) throw new Failure('NOT_FOUND');
      const facts = await campaignDayOf(database, found.id, day);
      if (!facts || agentHours(facts) > mostAgentHours) throw new Failure('REPLAY_NOT_POSSIBLE');
      const changed = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const [again, would] = await inTurn(async () => [
        await playDay(facts, settingsOf(found)),
        await playDay(facts, settingsOf({ ...found, ...changed })),
      ]);
      const assumes = {
        rings: facts.drawn.answeredAfter.length + facts.drawn.failedAfter.length,
        talks: facts.drawn.talks.length,
        isCoarse: isCoarse(facts),
      };
      return async () => ({ was: facts.was, again, would, assumes });
    }),
  });
}
