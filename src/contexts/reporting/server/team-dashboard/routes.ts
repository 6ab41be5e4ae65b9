import type { Given } from '#kernel/contract/endpoint.ts';
import { achievementRanges, teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { paceOf, percentOf } from '../figures.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { rangeOf } from './rules.ts';
import * as callsStore from './calls-store.ts';
import * as store from './store.ts';

interface Deps {
  /** Team's day next to its average. */
  teamDay: (tx: Tx, actor: ServerActor, now: Date) => Promise<Given<typeof teamDashboard.summary>[]>;
}
const team = ({ actor, now }: Context) => store.teamOf(actor, now);

export const teamDashboardRoutes = ({ teamDay }: Deps): Route[] =>
  implement(teamDashboard, {
    summary: (_, { tx, actor, now }) => teamDay(tx, actor, now),
    intensity: (_, context) => callsStore.intensity(context.tx, team(context)),
    standing: (_, context) => callsStore.loansByStanding(context.tx, team(context)),
    counted: (asked, context) => callsStore.countedLoans(context.tx, team(context), asked),
    promises: (_, context) => store.promises(context.tx, team(context)),
    channels: (_, context) => store.messagesByChannel(context.tx, team(context)),
    responses: (_, context) => store.responses(context.tx, team(context)),
    async target(_, context) {
      const t = team(context);
      return paceOf(await store.totals(context.tx, t), t.month);
    },
    async performance(_, context) {
      const people = await store.performersOf(context.tx, team(context));
      return achievementRanges.map((achievementRange) => {
        const inRange = people.filter(
          ({ achieved, target }) => rangeOf(percentOf(achieved, target)) === achievementRange,
        );
        return { achievementRange, agentIds: inRange.map(({ id }) => id), count: inRange.length };
      });
    },
    async performanceDetail({ userIds }, context) {
      const people = await store.performersOf(context.tx, team(context), userIds);
      return people.map((one) => ({ ...one, percentage: percentOf(one.achieved, one.target) }));
    },
  });
