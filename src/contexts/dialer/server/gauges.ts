/** Calls as figures. */
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { TelephonyProvider } from './telephony/port.ts';
import { isLiveAnswer } from './pacing/live-answers.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'`;

export const callGauges: readonly Gauge[] = [
  {
    name: 'calls_open',
    help: 'Calls that are not over, by state',
    label: 'state',
    read: sql`select state as label, count(*)::int as value from call_attempts where state <> 'ended' group by state`,
  },
  {
    name: 'campaigns_without_node',
    help: 'Started campaigns that no node dials for',
    read: sql`select null as label, count(*)::int as value from dialer_processes p left join dialer_leases l using (campaign_id)
      where p.is_started and coalesce(l.expires_at < now(), true)`,
    limit: { above: 0, minutes: 2 },
  },
  {
    name: 'lines_out_of_service',
    help: 'Trunks and caller IDs taken out of service because calls are refused or no longer answered',
    label: 'line',
    read: sql`select coalesce(t.name, h.line) as label, 1 as value from line_health h
      left join trunks t on h.kind = 'trunk' and t.id::text = h.line where h.out_until is not null`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'calls_abandoned_share',
    help: 'Share of the answered calls of today that nobody was free for, by campaign, where there were at least 100',
    label: 'campaign',
    read: sql`select c.name as label, k.dropped::float8 / k.answered as value
      from (select campaign_id, count(*) as answered, count(*) filter (where outcome = 'abandoned') as dropped
        from call_attempts k where mode in ('predictive', 'progressive') and ${isLiveAnswer}
          and dialed_at >= ${today} group by 1 having count(*) >= 100) k
      join campaigns c on c.id = k.campaign_id`,
    limit: { above: 0.03, minutes: 10 },
  },
  {
    name: 'recordings_unfetched_seconds',
    help: 'Age of the oldest recording that still lies at the exchange',
    read: sql`select null as label, date_part('epoch', now() - min(started_at)) as value from recordings
      where state = 'at_provider' and next_try_at is not null having count(*) > 0`,
    limit: { above: 7200, minutes: 10 },
  },
];

/** Calls of the last day that have no recording though they should: the exchange wrote no sound, or never gave it. */
const lostGauge: Gauge = {
  name: 'recordings_lost',
  help: 'Recordings of the last day without sound, or not fetched after all tries',
  read: sql`select null as label, count(*)::int as value from recordings
    where state = 'failed' and started_at > now() - interval '1 day' having count(*) > 0`,
  limit: { above: 0, minutes: 0 },
};

/** Recording, lag and stored files of the exchange. */
export const exchangeStateGauges: readonly Gauge[] = [
  lostGauge,
  {
    name: 'recording_failed',
    help: '1: the exchange does not record, and campaigns that record place no calls',
    label: 'fault',
    read: sql`select recording_fault as label, 1 as value from exchange_states where recording_fault is not null`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'exchange_lag_seconds',
    help: 'Delay of the events of the exchange; above 1 no call is placed without a free agent',
    read: sql`select null as label, max(lag_ms) / 1000.0::float8 as value from exchange_states
      where lag_at > now() - interval '15 seconds' having count(*) > 0`,
    limit: { above: 1, minutes: 1 },
  },
  {
    name: 'exchange_recordings_files',
    help: 'Recordings stored on the exchange at the last hourly count',
    read: sql`select null as label, sum(stored_files)::int as value from exchange_states where counted_at is not null having count(*) > 0`,
  },
  {
    name: 'exchange_recordings_bytes',
    help: 'Size of the recordings stored on the exchange at the last hourly count',
    read: sql`select null as label, sum(stored_bytes)::float8 as value from exchange_states where counted_at is not null having count(*) > 0`,
  },
  {
    name: 'exchange_recordings_oldest_seconds',
    help: 'Age of the oldest recording stored on the exchange',
    read: sql`select null as label, date_part('epoch', now() - min(oldest_stored_at)) as value from exchange_states
      where oldest_stored_at is not null having count(*) > 0`,
    limit: { above: 172_800, minutes: 60 },
  },
];

export const exchangeGauge = ({ caps, isHeard }: Pick<TelephonyProvider, 'caps' | 'isHeard'>): Gauge => ({
  name: 'exchange_unheard',
  help: '1: this server does not hear the exchange, and places no calls',
  read: async () => (caps.hasExchange ? [{ label: null, value: (await isHeard()) ? 0 : 1 }] : []),
  limit: { above: 0, minutes: 2 },
});
