/** Recordings filtered by agent, outcome, length, day and campaign; a row opens the player. */
import { pickReasons, recordings } from '#contexts/dialer/contract/recordings.ts';
import { recordingsText as say } from '#contexts/dialer/text/en/recordings.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { DayChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import { minutesText, momentWords, today } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';

export type RecordedCall = WireRow<typeof recordings.list>;
const col = columnsOf(recordings.list);
const filter = filtersOf(recordings.list);
export const whoOf = ({ borrowerName }: RecordedCall): string => borrowerName ?? say.unknown;

/** Reasons for selecting the call for review. */
export const Picks = ({ sound }: Pick<RecordedCall, 'sound'>) =>
  (sound?.picked ?? []).map((why) => (
    <StatusPill key={why} tone={why === 'random' ? 'plain' : 'warn'}>
      {say.picks[why]}
    </StatusPill>
  ));
const pickWords = ({ sound }: RecordedCall): string =>
  (sound?.picked ?? []).map((why) => say.picks[why]).join(', ');

/** `at`: the URL of the player in this shell. */
export const recordingsScreen = (at: string) =>
  listScreen({
    source: recordings.list,
    title: say.title,
    empty: say.empty,
    above: DayChips,
    href: ({ id }) => `${at}?id=${id}`,
    columns: [
      col.of('borrowerName', say.borrower, whoOf, { width: 200, pin: 'start' }),
      col.text('loanNumber', say.loanNumber, { width: 132 }),
      col.text('agent', say.agent, { width: 180 }),
      col.moment('startTime', say.when, { sort: 'startTime', width: 170 }),
      {
        ...col.of('seconds', say.length, ({ seconds }) => minutesText(seconds), {
          width: 104,
          sort: 'seconds',
        }),
        isNumber: true,
      },
      col.text('disposition', say.outcome),
      col.custom('sound', say.picked, Picks, { text: pickWords, width: 200 }),
      col.text('campaign', say.campaign),
      col.text('client', say.client),
      col.text('status', say.status, { width: 124 }),
    ],
    filters: [
      filter('startDate', say.date, { until: 'endDate', otherwise: today }),
      filter('userIds', say.agents),
      filter('clientIds', say.client),
      filter('campaignIds', say.campaign, { within: 'clientIds', loose: true }),
      filter('dispositionIds', say.outcome),
      filter('leastSeconds', say.least),
      filter('mostSeconds', say.most),
      filter('picked', say.picked, {
        choices: pickReasons.map((value) => ({ value, label: say.picks[value] })),
      }),
    ],
    card: (row) => ({
      who: whoOf(row),
      much: minutesText(row.seconds),
      next: (
        <>
          <Picks {...row} />{' '}
          {[momentWords(row.startTime), row.agent, row.disposition, row.loanNumber]
            .filter(Boolean)
            .join(' · ')}
        </>
      ),
    }),
  });
