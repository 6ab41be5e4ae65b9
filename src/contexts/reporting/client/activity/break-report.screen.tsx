/** Breaks of each day and campaign, with a column for every kind of break. */
import type { ComponentType } from 'react';
import { activity } from '#contexts/reporting/contract/activity.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { activityText as say } from '#contexts/reporting/text/en/activity.ts';
import { call } from '#kernel/client/calls/api.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dayWords, hoursText, today } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { DayChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import { exportBar } from './bar.tsx';

type Row = WireRow<typeof activity.breaks>;
const col = columnsOf(activity.breaks);
const filter = filtersOf(activity.breaks);
/** Column value of an unused break kind. */
const none = '00:00';
const shortHours = (seconds: number): string => hoursText(seconds).slice(0, -3);

const kind = ({ id, name }: { id: number; name: string }) => ({
  ...col.of(
    `break-${id}`,
    name,
    (row: Row) => row.userActivitiesBreakHistory.find(({ breakId }) => breakId === id)?.duration ?? none,
    { width: 116 },
  ),
  isNumber: true,
});

const screenWith = (kinds: readonly { id: number; name: string }[]) =>
  listScreen({
    source: activity.breaks,
    title: say.breakTitle,
    empty: say.breakEmpty,
    above: DayChips,
    export: exportOf('agent-breaks'),
    selectable: () => true,
    bar: exportBar('agent-breaks'),
    columns: [
      col.text('agentName', say.agent, { pin: 'start', width: 200 }),
      col.day('date', say.date),
      col.text('campaignName', say.campaign, { width: 210 }),
      col.number('breakCount', say.breakCount, { width: 124 }),
      { ...col.of('break', say.breakHours, (row) => shortHours(row.break), { width: 124 }), isNumber: true },
      ...kinds.map(kind),
    ],
    filters: [
      filter('startDate', say.date, { until: 'endDate', otherwise: today }),
      filter('breakIds', say.break),
      filter('campaignIds', say.campaign),
      filter('userIds', say.user),
    ],
    card: (row) => ({
      who: row.agentName,
      much: shortHours(row.break),
      next: [dayWords(row.date), row.campaignName, say.taken(row.breakCount)].join(' · '),
    }),
  });

/** Break kinds are loaded first; without them the report still has its totals. */
export async function loadBreakReport(): Promise<ComponentType> {
  const kinds = await call(activity.breakDropdown, {}).catch(() => []);
  return screenWith(kinds);
}
