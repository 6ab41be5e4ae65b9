import type { z } from 'zod/mini';
import { today, todaySections } from '#contexts/work/contract/today.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Decision, Evaluate } from '#contexts/contact/server/policy/contact.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { type TodayLimit, factsOf, rankOf } from './store.ts';

type Row = z.output<typeof today.list.gives>;
const noneAllowed: Pick<Row, TodayLimit> = {
  closed: null,
  isDNC: false,
  hours: null,
  closedOn: [],
  rest: null,
  cappedUntil: null,
  noCalls: false,
  avoid: [],
  visitCappedUntil: null,
  visitNotice: null,
  contacts: null,
};

/** Policy decision for each loan's primary number, equal to the guard's. */
const limitOf = (call: Decision | undefined, visit: Decision | undefined): Pick<Row, TodayLimit> => {
  if (!call) return noneAllowed;
  const { closed, isDNC, limits } = call;
  const { hours, closedOn, rest, cappedUntil, noCalls, avoid, allowance } = limits;
  const visitCappedUntil = visit?.limits.cappedUntil ?? null;
  const visitNotice = visit?.limits.notice ?? null;
  return {
    closed,
    isDNC,
    hours,
    closedOn,
    rest,
    cappedUntil,
    noCalls,
    avoid,
    visitCappedUntil,
    visitNotice,
    contacts: allowance,
  };
};

export const todayRoutes = ({ evaluate }: { evaluate: Evaluate }): Route[] =>
  implement(today, {
    async list({ userId, section, ...query }, { tx, actor, now }) {
      const day = businessDay(now);
      const { counts, ids } = await rankOf(tx, actor, { ...query, userId: userId ?? actor.id, section, day });
      const asks = (['call', 'visit'] as const).flatMap((channel) =>
        ids.map((loanId) => ({ loanId, channel, contact: 'mobile' })),
      );
      const [found, decisions] = await Promise.all([factsOf(tx, ids, day), evaluate(tx, asks, { now })]);
      const of = new Map(decisions.map((one) => [`${one.channel} ${one.loanId}`, one]));
      const rows = found.map(({ isTotalKnown, ...facts }): Row => ({
        ...facts,
        // Sent only if false, to reduce a phone's first page: nearly all loans have a stated TOS.
        ...(isTotalKnown === false && { isTotalKnown }),
        ...limitOf(of.get(`call ${facts.id}`), of.get(`visit ${facts.id}`)),
      }));
      const count = section ? counts[section] : todaySections.reduce((sum, name) => sum + counts[name], 0);
      return { rows, count, summary: counts };
    },
  });
