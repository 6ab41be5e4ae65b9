/** Metrics of background work: jobs, audit chain, blocking transactions, the replica. */
import type { Reports } from '#kernel/server/database/database.ts';
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { indexFaults } from './index-faults.ts';

const isDue = sql`state in ('created', 'retry') and start_after <= now()`;

export const systemGauges: readonly Gauge[] = [
  {
    name: 'jobs_waiting',
    help: 'Background jobs that are due and not begun',
    label: 'queue',
    read: sql`select name as label, count(*)::int as value from jobs.job where ${isDue} group by name`,
  },
  {
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest due background job has waited',
    read: sql`select null as label, date_part('epoch', now() - min(start_after)) as value from jobs.job where ${isDue}
      having count(*) > 0`,
    limit: { above: 300, minutes: 5 },
  },
  {
    name: 'jobs_failed',
    help: 'Background jobs of the last day that failed for good',
    label: 'queue',
    read: sql`select name as label, count(*)::int as value from jobs.job
      where state = 'failed' and completed_on > now() - interval '1 day' group by name`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'events_unsealed_seconds',
    help: 'Age of the oldest event that is not sealed into the audit chain',
    read: sql`select null as label, date_part('epoch', now() - min(at)) as value from event
      where id > (select coalesce(max(event_id), 0) from event_seal) having count(*) > 0`,
    limit: { above: 120, minutes: 5 },
  },
  {
    name: 'transaction_oldest_seconds',
    help: 'Age of the oldest open transaction of the database; changes for phones wait for it',
    read: sql`select null as label, date_part('epoch', now() - min(xact_start)) as value from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid() having count(*) > 0`,
    limit: { above: 900, minutes: 5 },
  },
  {
    name: 'indexes_missing',
    help: 'Indexes of the database that are missing or invalid',
    label: 'fault',
    read: sql`select fault as label, count(*)::int as value from (${indexFaults}) as faults group by fault`,
    limit: { above: 0, minutes: 60 },
  },
  // An installation that is saved by other means never ran ours, and has none of these.
  {
    name: 'backup_age_seconds',
    help: 'Age of the last backup of the database and of the files',
    label: 'what',
    read: sql`select what as label, date_part('epoch', now() - max(at) filter (where fault is null)) as value
      from backup_run where what <> 'rehearsal' group by what having count(*) filter (where fault is null) > 0`,
    limit: { above: 129_600, minutes: 60 },
  },
  {
    name: 'rehearsal_age_seconds',
    help: 'Time since a restore was tried with success',
    read: sql`select null as label, date_part('epoch', now() - max(at)) as value from backup_run
      where what = 'rehearsal' and fault is null having count(*) > 0`,
    limit: { above: 691_200, minutes: 60 },
  },
  {
    name: 'backup_failed',
    help: '1: the last try of it failed',
    label: 'what',
    read: sql`select distinct on (what) what as label, (fault is not null)::int as value from backup_run
      order by what, at desc, id desc`,
    limit: { above: 0, minutes: 0 },
  },
  {
    name: 'files_damaged',
    help: 'Stored files that are missing or not what was stored, when they were last compared',
    label: 'why',
    read: sql`select fault as label, count(*) as value from stored_file where fault is not null group by fault`,
    limit: { above: 0, minutes: 0 },
  },
];

/** Gauges of the reporting replica; empty without a replica. */
export const replicaGauges = ({ replica }: Pick<Reports, 'replica'>): Gauge[] =>
  replica
    ? [
        {
          name: 'replica_age_seconds',
          help: 'How late the replica is that reports are read from; nothing while none is read',
          async read() {
            const now = await replica();
            return 'refused' in now ? [] : [{ label: null, value: now.ageS }];
          },
        },
        {
          name: 'replica_refused',
          help: '1: reports are read from the primary, as the replica is out of reach, too late or none of this database',
          label: 'why',
          async read() {
            const now = await replica();
            return 'refused' in now ? [{ label: now.refused, value: 1 }] : [];
          },
          limit: { above: 0, minutes: 10 },
        },
      ]
    : [];
