/** Messages by channel, from sent to payments afterwards. */
import { charts } from '#contexts/reporting/contract/charts.ts';
import { channelOf } from '#kernel/contract/channels/channels.ts';
import { channelName } from '#text/en/channels.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { dashboardText } from '#contexts/reporting/text/en/dashboard.ts';
import { takenBy, useSearch } from '#kernel/client/app/search.ts';
import { type BarRow, BarRows } from '#kernel/ui/figures/bar.tsx';
import { money, today } from '#kernel/ui/parts/values/format.ts';
import { ChartCard } from '../parts/chart-card.tsx';
import css from '../parts/parts.module.css';
import { cashText } from '../parts/words.ts';

type Told = WireRow<typeof charts.messages>;
const count = (n: number): string => n.toLocaleString('en-IN');
const percent = (part: number, all: number): string =>
  all === 0 ? '–' : `${Math.round((100 * part) / all)}\u00A0%`;

function rowsOf({ channel, sent, delivered, read, answered, loans, paid, collected }: Told): BarRow[] {
  const { statuses, hasAnswers } = channelOf[channel];
  const tellsRead = (statuses as readonly string[]).includes('read');
  const share = (title: string, value: number, tone?: BarRow['tone']): BarRow => ({
    title,
    figures: [count(value), percent(value, sent)],
    value,
    tone,
  });
  return [
    { title: say.sent, figures: [count(sent)], value: sent, tone: 'deep' },
    share(say.delivered, delivered),
    // A figure never reported by a channel is not zero.
    ...(tellsRead ? [share(say.read, read, 'info')] : []),
    ...(hasAnswers ? [share(say.answered, answered, 'violet')] : []),
    {
      title: say.paidAfter,
      figures: [cashText(collected), say.loansPaid(count(paid), count(loans))],
      full: money(collected),
      // Of loans, as the others are of messages.
      value: loans === 0 ? 0 : (sent * paid) / loans,
      tone: 'warn',
    },
  ];
}

const days = {
  startDate: takenBy(charts.messages, 'startDate'),
  endDate: takenBy(charts.messages, 'endDate'),
};
/** Of the days in the address, as the list below it; the month so far where it names none. */
function useDays(): Input<typeof charts.messages> {
  const { startDate = `${today().slice(0, 8)}01`, endDate = today() } = useSearch(days).search;
  return { startDate, endDate };
}

export function MessagesCard() {
  const input = useDays();
  return (
    <ChartCard
      title={say.messages}
      about={() => say.messagesAbout}
      source={charts.messages}
      size="channels"
      input={input}
      sheet={(rows) => ({
        heads: [say.channel, say.sent, say.delivered, say.read, say.answered, say.paidAfter, say.came],
        rows: rows.map(({ channel, sent, delivered, read, answered, paid, collected }) => [
          channelName(channel),
          sent,
          delivered,
          read,
          answered,
          paid,
          collected,
        ]),
      })}
    >
      {(rows) => (
        <div className={css.channels}>
          {rows.map((row) => (
            <section key={row.channel}>
              <h3>{channelName(row.channel)}</h3>
              <BarRows
                rows={rowsOf(row)}
                most={Math.max(1, row.sent)}
                none={<p className={css.none}>{dashboardText.none}</p>}
              />
            </section>
          ))}
        </div>
      )}
    </ChartCard>
  );
}
