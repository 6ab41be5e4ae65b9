import { activity, productivity } from '#contexts/reporting/contract/activity.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { activityText as say } from '#contexts/reporting/text/en/activity.ts';
import { callsJoined, followUpsJoined, leadsJoined } from './joins.ts';
import { activityOrders, agentName, breakOrders, inOrder, productivityOrders } from './orders.ts';
import * as store from './store.ts';

const hoursOf = (seconds: Fragment): Fragment =>
  sql`to_char(make_interval(secs => ${seconds}), 'HH24:MI:SS')`;
const momentOf = (moment: Fragment): Fragment =>
  sql`to_char(${moment} at time zone 'Asia/Kolkata', 'DD/MM/YYYY HH24:MI')`;
const hours = (head: string, value: Fragment): CsvColumn => ({ head, value: hoursOf(value), as: 'day' });
const number = (head: string, value: Fragment): CsvColumn => ({ head, value, as: 'number' });

const whose: readonly CsvColumn[] = [
  { head: say.date, value: sql`to_char(g.day, 'DD/MM/YYYY')`, as: 'day' },
  { head: say.agent, value: agentName },
  { head: say.campaign, value: sql`c.name` },
];
const logins: readonly CsvColumn[] = [
  { head: say.firstLogin, value: momentOf(sql`g.first_login`), as: 'day' },
  { head: say.lastLogout, value: momentOf(sql`g.last_logout`), as: 'day' },
];
const calls = [number(say.connectedCalls, sql`k.connected`), number(say.notConnectedCalls, sql`k.missed`)];

export const activityExport: ExportSource = {
  type: 'agent-activity',
  list: activity.report,
  read(actor, query: store.ActivityQuery, now) {
    const from = store.activityFrom({ actor, query, now });
    return {
      columns: [
        ...whose,
        hours(say.totalWorkingHours, sql`g.total`),
        ...calls,
        number(say.manualCalls, sql`k.manual`),
        number(say.followUps, sql`d.follow_ups`),
        number(say.leads, sql`e.leads`),
        number(say.dialLeads, sql`k.dialled`),
        number(say.queueLeads, sql`e.queued`),
        ...logins,
      ],
      from: sql`${from} ${callsJoined} ${leadsJoined} ${followUpsJoined} ${inOrder(activityOrders, query)}`,
      count: sql`select count(*)::int as n ${from}`,
    };
  },
};

export const productivityExport: ExportSource = {
  type: 'agent-productivity',
  list: productivity.report,
  read(actor, query: store.ActivityQuery, now) {
    const from = store.productivityFrom({ actor, query, now });
    return {
      columns: [
        ...whose,
        hours(say.totalWorkingHours, sql`g.total`),
        hours(say.break, sql`g.break`),
        hours(say.onCall, sql`g.on_call`),
        hours(say.wrapUp, sql`g.wrap_up`),
        hours(say.idle, sql`g.idle`),
        hours(say.waiting, sql`g.waiting`),
        hours(say.ringing, sql`g.ringing`),
        hours(say.actualWorkingHours, sql`g.total - g.break - g.idle`),
        number(say.totalCalls, sql`k.calls`),
        ...calls,
        number(say.breakCount, sql`g.break_count`),
        number(say.loginCount, sql`g.login_count`),
        ...logins,
      ],
      from: sql`${from} ${callsJoined} ${inOrder(productivityOrders, query)}`,
      count: sql`select count(*)::int as n ${from}`,
    };
  },
};

export const breakExport: ExportSource = {
  type: 'agent-breaks',
  list: activity.breaks,
  read(actor, query: store.ActivityQuery, now) {
    const from = store.breaksFrom({ actor, query, now });
    return {
      columns: [
        ...whose,
        number(say.breakCount, sql`g.break_count`),
        hours(say.breakHours, sql`g.break`),
        { head: say.breaks, value: sql`b.words` },
      ],
      from: sql`${from} ${store.historyJoined(now)} ${inOrder(breakOrders, query)}`,
      count: sql`select count(*)::int as n ${from}`,
    };
  },
};
