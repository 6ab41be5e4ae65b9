/** Missed calls with their assignee and voice message. */
import { missedCalls, missedReasons, missedStates } from '#contexts/dialer/contract/missed-calls.ts';
import { missedCallsText as say } from '#contexts/dialer/text/en/missed-calls.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { momentWords, minutesText } from '#kernel/ui/parts/values/format.ts';
import { hrefOf } from '../calls/columns.tsx';
import { CallerMessage } from './message.tsx';

type Row = WireRow<typeof missedCalls.list>;
const col = columnsOf(missedCalls.list);
const filter = filtersOf(missedCalls.list);
const named = <K extends string>(keys: readonly K[], labels: Readonly<Record<K, string>>) =>
  keys.map((value) => ({ value, label: labels[value] }));
const whoOf = ({ borrowerName }: Row): string => borrowerName ?? say.unknown;
const taskOf = ({ agent, team }: Row): string => agent ?? team ?? '';
const aboutOf = ({ calledAt, waitedSeconds }: Row): string =>
  say.about(momentWords(calledAt), minutesText(waitedSeconds));

export const MissedScreen = listScreen({
  source: missedCalls.list,
  title: say.title,
  empty: say.empty,
  href: hrefOf,
  columns: [
    col.of('borrowerName', say.borrower, whoOf, { width: 200, pin: 'start' }),
    col.text('loanNumber', say.loanNumber),
    col.text('number', say.number, { width: 130 }),
    col.moment('calledAt', say.calledAt, { sort: 'calledAt' }),
    {
      ...col.of('waitedSeconds', say.waited, (row) => minutesText(row.waitedSeconds), { width: 104 }),
      isNumber: true,
    },
    col.number('calls', say.calls),
    col.of('why', say.why, ({ why }) => say.reasons[why], { width: 200 }),
    col.custom('hasMessage', say.message, CallerMessage, {
      text: ({ transcript }) => transcript,
      width: 120,
    }),
    col.of('agent', say.task, taskOf),
    col.text('queue', say.queue),
  ],
  filters: [
    filter('state', say.state, { choices: named(missedStates, say.states), otherwise: () => 'open' }),
    filter('why', say.why, { choices: named(missedReasons, say.reasons) }),
  ],
  actions: [
    {
      label: say.close,
      run: missedCalls.close,
      when: ({ closedAt }) => closedAt === null,
      asks: () => say.closes,
      says: { done: say.closed, failed: say.failed },
    },
  ],
  card: (row) => ({
    who: whoOf(row),
    next: [aboutOf(row), say.reasons[row.why], row.loanNumber ?? row.number, taskOf(row)]
      .filter(Boolean)
      .join(' · '),
    more: row.hasMessage && <CallerMessage {...row} />,
  }),
});
