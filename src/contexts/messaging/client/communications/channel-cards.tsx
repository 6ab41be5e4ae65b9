/** A card for each channel: all of it and each status; pressing one shows that in the list. */
import { useMemo } from 'react';
import { type Channel, channelsFrom } from '#kernel/contract/channels/channels.ts';
import { communicationDashboard } from '#contexts/messaging/contract/communication-dashboard.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { channelsText } from '#text/en/channels.ts';
import { communicationDashboardText as say } from '#contexts/messaging/text/en/communication-dashboard.ts';
import { communicationsText as words } from '#contexts/messaging/text/en/communications.ts';
import { kitText } from '#text/en/kit.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { type Filter, inputFrom, withDefaults } from '#kernel/ui/list/filters.ts';
import { noFigure, today } from '#kernel/ui/parts/values/format.ts';
import { type Span, SpanChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import css from './communications.module.css';
import { monthSoFar } from './dashboard-days.ts';

const countOf = (n: number): string => n.toLocaleString('en-IN');
const cards = channelsFrom('whatsApp', 'rcs', 'ivr', 'sms');

/** The presets of dashboards (document 1, section 9). */
function Days() {
  const [startDate, endDate] = monthSoFar();
  const month: Span = { label: say.thisMonth, startDate, endDate };
  const last = (days: number): Span => ({
    label: kitText.lastDays(days),
    startDate: today(1 - days),
    endDate: today(),
  });
  return <SpanChips label={kitText.days} spans={[month, ...[7, 14, 30, 90].map(last)]} otherwise={month} />;
}

export function ChannelCards({ now, filters }: { now: Channel; filters: readonly Filter[] }) {
  const { all, get, set } = useUrlState();
  const said = JSON.stringify(all);
  const input = useMemo(
    () => inputFrom(filters, withDefaults(filters, JSON.parse(said) as Record<string, string>)),
    [filters, said],
  );
  const { data, error } = useRead(
    communicationDashboard.summary,
    input as Input<typeof communicationDashboard.summary>,
    { keepPrevious: true },
  );
  const state = get('status');
  // Another channel is another list: resets its status, page and search.
  const choose = (channel: Channel, status?: string): void =>
    set({ communicationType: channel, status, page: undefined, q: undefined, responseType: undefined });
  return (
    <>
      <Days />
      <div className={css.cards} role="group" aria-label={say.cardsLabel}>
        {cards.map((channel) => {
          const counts = data?.[`${channel}Summary`] ?? [];
          const total = counts.find(({ status }) => status === 'TOTAL')?.count;
          return (
            <section key={channel} className={css.card} data-on={channel === now || undefined}>
              <button
                type="button"
                aria-pressed={channel === now && !state}
                className={css.channel}
                onClick={() => choose(channel)}
              >
                <span>{channelsText[channel].name}</span>
                <strong>{total === undefined ? noFigure(error) : countOf(total)}</strong>
              </button>
              <div className={css.states}>
                {counts.map(
                  ({ status, count }) =>
                    status !== 'TOTAL' && (
                      <button
                        key={status}
                        type="button"
                        aria-pressed={channel === now && state === status}
                        aria-label={`${say.show(channelsText[channel].name, words.status[status])}: ${countOf(count)}`}
                        onClick={() => choose(channel, status)}
                      >
                        {words.status[status]} <b>{countOf(count)}</b>
                      </button>
                    ),
                )}
              </div>
            </section>
          );
        })}
      </div>
    </>
  );
}
