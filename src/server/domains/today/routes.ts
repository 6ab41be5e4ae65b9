import type { z } from 'zod/mini';
import { type TodaySection, today, todaySections } from '#contract/today.ts';
import { businessDay } from '#server/kernel/clock.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Route, implement } from '#server/kernel/implement.ts';
import { factsOf, rankOf } from './store.ts';

type Row = z.output<typeof today.list.gives>;
type Limit = 'hours' | 'closedOn' | 'rest' | 'cappedUntil';
interface Limited {
  id: number;
  borrowerId: number;
  clientId: number;
  productType: string | null;
}
interface Deps {
  /** What limits the contact with these loans' borrowers on a day. */
  limitsOf: (tx: Tx, loans: readonly Limited[], day: string) => Promise<Map<number, Pick<Row, Limit>>>;
}

const noneAllowed: Pick<Row, Limit> = { hours: null, closedOn: [], rest: null, cappedUntil: null };

export const todayRoutes = ({ limitsOf }: Deps): Route[] =>
  implement(today, {
    async list({ userId, section, ...query }, { tx, actor, now }) {
      const day = businessDay(now);
      const { counts, ids } = await rankOf(tx, actor, { ...query, userId: userId ?? actor.id, section, day });
      const found = await factsOf(tx, ids);
      const limits = await limitsOf(tx, found, day);
      const rows = found.map(({ borrowerId: _b, clientId: _c, productType: _p, ...facts }): Row => ({
        ...facts,
        ...(limits.get(facts.id) ?? noneAllowed),
      }));
      const summary = Object.fromEntries(todaySections.map((name) => [name, counts[name] ?? 0])) as Record<
        TodaySection,
        number
      >;
      const count = section ? summary[section] : Object.values(summary).reduce((sum, n) => sum + n, 0);
      return { rows, count, summary };
    },
  });
