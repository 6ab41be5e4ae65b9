/** Payments as figures. */
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const paymentGauges: readonly Gauge[] = [
  {
    name: 'payments_unasked_seconds',
    help: 'How long the gateway should have been asked about an open payment, by gateway',
    label: 'gateway',
    read: sql`select gateway as label, date_part('epoch', now() - min(next_ask_at)) as value from payment_attempts
      where state in ('initiated', 'pending') and next_ask_at < now() group by gateway`,
    limit: { above: 600, minutes: 5 },
  },
  {
    name: 'gateway_news_refused',
    help: 'Messages of the last day in the name of a gateway that were not believed',
    label: 'gateway',
    read: sql`select gateway as label, count(*)::int as value from gateway_events
      where verdict = 'quarantined' and at > now() - interval '1 day' group by gateway`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'gateway_events_noted',
    help: 'Kinds of gateway events of the last day that change no payment by themselves, by gateway',
    label: 'gateway',
    read: sql`select gateway as label, count(*)::int as value from gateway_events
      where verdict = 'noted' and at > now() - interval '1 day' group by gateway`,
  },
  {
    name: 'payments_held_seconds',
    help: 'Age of the oldest payment that waits for a person',
    read: sql`select null as label, date_part('epoch', now() - min(created_at)) as value from payments
      where status = 'held' having count(*) > 0`,
    limit: { above: 172_800, minutes: 60 },
  },
  {
    name: 'ledger_differences',
    help: 'Where the ledger and the rows of payments differed at the daily look',
    read: sql`select null as label, differences as value from ledger_looks order by id desc limit 1`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'gateway_differences_old',
    help: 'Differences with settlement files of gateways that are open for more than three days',
    label: 'gateway',
    read: sql`select gateway as label, count(*)::int as value from gateway_differences
      where state = 'open' and opened_at < now() - interval '3 days' group by gateway`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'gateway_file_seconds',
    help: 'How long ago the last settlement file of a gateway was sent in, where one was',
    label: 'gateway',
    read: sql`select gateway as label, date_part('epoch', now() - max(sent_at)) as value from gateway_files
      where state <> 'failed' group by gateway`,
    limit: { above: 345_600, minutes: 60 },
  },
];
