/** User activity between login and logout: activity and productivity per day and campaign. */
import { activity, productivity } from '#contexts/reporting/contract/activity.ts';
import { activityText as say } from '#contexts/reporting/text/en/activity.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dayWords, hoursText, today } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { DayChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import { exportBar } from './bar.tsx';

type Report = typeof activity.report | typeof productivity.report;

function reportParts<E extends Report>(source: E) {
  const col = columnsOf<Report>(source);
  const filter = filtersOf<Report>(source);
  return {
    whose: [
      col.of('agent', say.agent, ({ user }) => user.agentName, { pin: 'start', width: 200 }),
      col.day('date', say.date),
      col.of('campaign', say.campaign, ({ campaign }) => campaign.name, { width: 210 }),
    ],
    calls: [
      col.number('connectedCalls', say.connectedCalls, { width: 150 }),
      col.number('notConnectedCalls', say.notConnectedCalls, { width: 176 }),
    ],
    logins: [
      col.moment('firstLogin', say.firstLogin, { width: 190 }),
      col.moment('lastLogout', say.lastLogout, { width: 190 }),
    ],
    filters: [
      filter('startDate', say.date, { until: 'endDate', otherwise: today }),
      filter('campaignIds', say.campaign),
      filter('userIds', say.user),
    ],
  };
}

interface Row {
  date: string;
  user: { agentName: string };
  campaign: { name: string };
  totalWorkingHours: number;
  connectedCalls: number;
}
const card = (row: Row) => ({
  who: row.user.agentName,
  much: hoursText(row.totalWorkingHours),
  next: [dayWords(row.date), row.campaign.name, say.connected(row.connectedCalls)].join(' · '),
});
const common = { above: DayChips, selectable: () => true, card };

const done = columnsOf(activity.report);
const activityParts = reportParts(activity.report);
export const UserActivityScreen = listScreen({
  ...common,
  source: activity.report,
  title: say.activityTitle,
  empty: say.activityEmpty,
  export: exportOf('agent-activity'),
  bar: exportBar('agent-activity'),
  filters: activityParts.filters,
  columns: [
    ...activityParts.whose,
    done.seconds('totalWorkingHours', say.totalWorkingHours, { width: 196 }),
    ...activityParts.calls,
    done.number('manualCalls', say.manualCalls, { width: 124 }),
    done.number('followUps', say.followUps, { width: 116 }),
    done.number('leads', say.leads),
    done.number('dialLeads', say.dialLeads, { width: 128 }),
    done.number('queueLeads', say.queueLeads, { width: 128 }),
    ...activityParts.logins,
  ],
});

const spent = columnsOf(productivity.report);
const productivityParts = reportParts(productivity.report);
export const UserProductivityScreen = listScreen({
  ...common,
  source: productivity.report,
  title: say.productivityTitle,
  empty: say.productivityEmpty,
  export: exportOf('agent-productivity'),
  bar: exportBar('agent-productivity'),
  filters: productivityParts.filters,
  columns: [
    ...productivityParts.whose,
    spent.seconds('break', say.break),
    spent.seconds('totalWorkingHours', say.totalWorkingHours, { width: 196 }),
    spent.seconds('onCall', say.onCall),
    spent.seconds('wrapUp', say.wrapUp),
    spent.seconds('idle', say.idle),
    spent.seconds('waiting', say.waiting),
    spent.seconds('ringing', say.ringing),
    spent.seconds('actualWorkingHours', say.actualWorkingHours, { width: 204 }),
    spent.number('totalCalls', say.totalCalls, { width: 116 }),
    ...productivityParts.calls,
    spent.number('breakCount', say.breakCount, { width: 124 }),
    spent.number('loginCount', say.loginCount),
    ...productivityParts.logins,
  ],
});
