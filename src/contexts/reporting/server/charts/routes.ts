import { charts } from '#contexts/reporting/contract/charts.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import * as contact from './contact-store.ts';
import * as loans from './loans-store.ts';
import { month } from './month-store.ts';
import * as rolls from './rolls-store.ts';
import { drawnFor } from './scope.ts';

export const chartRoutes: Route[] = implement(charts, {
  month: async (asked, c) => ({ asOf: c.now.toISOString(), ...(await month(c.tx, drawnFor(c, asked))) }),
  funnel: async (asked, c) => ({
    asOf: c.now.toISOString(),
    ...(await loans.funnel(c.tx, drawnFor(c, asked))),
  }),
  ageing: async (asked, c) => ({
    asOf: c.now.toISOString(),
    buckets: await loans.ageing(c.tx, drawnFor(c, asked)),
  }),
  rolls: async (asked, c) => ({
    asOf: c.now.toISOString(),
    ...(await rolls.rolls(c.tx, drawnFor(c, asked), asked.month)),
  }),
  rolled: (asked, c) => rolls.rolled(c.tx, drawnFor(c, asked), asked),
  promises: async (asked, c) => {
    const drawn = drawnFor(c, asked);
    return { asOf: c.now.toISOString(), today: drawn.day, days: await contact.promiseDays(c.tx, drawn) };
  },
  hours: async (asked, c) => ({
    asOf: c.now.toISOString(),
    ...(await contact.hours(c.tx, drawnFor(c, asked))),
  }),
  messages: (asked, c) => contact.messages(c.tx, drawnFor(c, asked), asked),
});
