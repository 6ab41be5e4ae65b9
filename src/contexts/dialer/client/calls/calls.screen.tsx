/** Call lists: the caller's calls for agents, the team's calls for leaders. */
import { calls } from '#contexts/dialer/contract/calls.ts';
import { callsText as say } from '#contexts/dialer/text/en/calls.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { DayChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import { cardOf, column, hrefOf } from './columns.tsx';

const filter = filtersOf(calls.list);
const days = filter('startDate', say.date, { until: 'endDate', otherwise: today });
const status = filter('callStatus', say.callStatus);
const { number, borrower, date, start, end, talk } = column;
const columns = [number, borrower, date, start, end, talk, column.status, column.recording];
const common = {
  source: calls.list,
  title: say.title,
  empty: say.empty,
  export: exportOf('calls'),
  above: DayChips,
  href: hrefOf,
};

/** The agent column is hidden in an agent's list of calls. */
export const OwnCallsScreen = listScreen({ ...common, columns, filters: [days, status], card: cardOf(true) });

export const CallsScreen = listScreen({
  ...common,
  columns: [...columns, column.agent],
  filters: [days, status, filter('userIds', say.users)],
  card: cardOf(false),
});
