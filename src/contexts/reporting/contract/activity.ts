import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, instant, nullable, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { dropdownRow } from '#kernel/contract/master.ts';

const seconds = z.int();
const count = z.int();
/** One row is one person's day in one campaign. */
const whose = {
  id: id(),
  date: day(),
  user: z.object({ agentName: z.string() }),
  campaign: z.object({ name: z.string() }),
  totalWorkingHours: seconds,
  connectedCalls: count,
  notConnectedCalls: count,
  firstLogin: instant(),
  /** Not while the person is still there. */
  lastLogout: nullable(instant()),
};
const filters = {
  startDate: day(),
  endDate: day(),
  ids: ids(),
  campaignIds: ids('campaigns'),
  userIds: ids('users'),
  export: flag(),
  export_type: text({ max: 40 }),
};

const activityRow = z.object({
  ...whose,
  manualCalls: count,
  followUps: count,
  /** The loans the person works that are in the campaign, those of them called that day, and those still waiting. */
  leads: count,
  dialLeads: count,
  queueLeads: count,
});
const productivityRow = z.object({
  ...whose,
  break: seconds,
  onCall: seconds,
  wrapUp: seconds,
  idle: seconds,
  waiting: seconds,
  ringing: seconds,
  /** All but breaks and idling. */
  actualWorkingHours: seconds,
  totalCalls: count,
  breakCount: count,
  loginCount: count,
});
const breakRow = z.object({
  id: id(),
  date: day(),
  agentName: z.string(),
  campaignName: z.string(),
  breakCount: count,
  break: seconds,
  /** `HH:mm` of each used break kind. */
  userActivitiesBreakHistory: z.array(z.object({ breakId: nullable(id('breaks')), duration: z.string() })),
});

const spentSorts = [
  'totalWorkingHours',
  'connectedCalls',
  'notConnectedCalls',
  'firstLogin',
  'lastLogout',
] as const;
export const activitySorts = [
  'agent',
  'date',
  'campaign',
  ...spentSorts,
  'manualCalls',
  'followUps',
  'leads',
  'dialLeads',
  'queueLeads',
] as const;
export const productivitySorts = [
  'agent',
  'date',
  'campaign',
  ...spentSorts,
  'break',
  'onCall',
  'wrapUp',
  'idle',
  'waiting',
  'ringing',
  'actualWorkingHours',
  'totalCalls',
  'breakCount',
  'loginCount',
] as const;
export const breakSorts = ['agentName', 'date', 'campaignName', 'breakCount', 'break'] as const;

export const ownActivities = [
  'loginHours',
  'breakHours',
  'talkTime',
  'calls',
  'connectedCalls',
  'followUps',
  'promises',
] as const;

/** Of one kind: today, and on average. */
export const activityLine = z.object({
  id: choice(ownActivities),
  title: z.string(),
  unit: choice(['count', 'seconds']),
  ftd: z.number(),
  avg: z.number(),
});

/** User activity between login and logout, always computed from intervals and calls; today by default. */
export const activity = domain('activity', {
  report: list('GET /user/activity/report', {
    isReport: true,
    about: 'Hours, calls, leads and follow-ups of people, by day and campaign.',
    can: 'list_agent_activity',
    row: activityRow,
    sorts: activitySorts,
    filters,
  }),
  breaks: list('GET /user/activity/agent-break-report', {
    isReport: true,
    about: 'Breaks of people by day and campaign, with the length of each kind.',
    can: 'list_agent_activity',
    row: breakRow,
    sorts: breakSorts,
    filters: { ...filters, breakIds: ids('reportBreaks') },
  }),
  breakDropdown: endpoint('GET /user/activity/agent-break-dropdown', {
    about: 'Kinds of break to filter the report of breaks by.',
    can: 'list_agent_activity',
    takes: { q: optional(text({ max: 100 })), ids: optional(ids()) },
    gives: dropdownRow,
    answer: 'rows',
  }),
  /** The caller's day next to the average of the month's days with a login (G195). */
  mine: endpoint('GET /user/activity/agent-activities', {
    about: 'The caller’s own day beside the month’s average of days with a login.',
    can: 'staff',
    gives: activityLine,
    answer: 'rows',
  }),
  sync: endpoint('GET /user/activity/sync-report', {
    about: 'Recomputes the activity of these days and tells how many rows there are.',
    can: 'list_agent_activity',
    takes: { startDate: optional(day()), endDate: optional(day()) },
    gives: z.object({ rows: count, asOf: instant() }),
  }),
});

export const productivity = domain('productivity', {
  report: list('GET /user/productivity/report', {
    isReport: true,
    about: 'Talk, wrap-up, waiting and break time of people, by day and campaign.',
    can: 'list_agent_productivity',
    row: productivityRow,
    sorts: productivitySorts,
    filters,
  }),
});
