/** The queue of jobs is pg-boss, in the same database: rows of the schema `jobs`. */
import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Traces, spanned } from './traces.ts';
import { within } from './within.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';

/** Lets the queue write through our transaction. */
const through = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await tx.rows(fragmentOf(text, values)),
  }),
});

function fragmentOf(text: string, values: unknown[]): Fragment {
  const pieces = text.split(/\$(\d+)/);
  const strings = pieces.filter((_, i) => i % 2 === 0);
  return new Fragment(
    strings,
    pieces.filter((_, i) => i % 2 === 1).map((n) => values[Number(n) - 1]),
  );
}

/**
 * Each queue is notified of its jobs, and polls every `lookS` seconds: for retries, and missed notifications; rarely
 * on multi-agency nodes. The queue LISTENs on a separate connection; a heartbeat detects its loss.
 */
const HEARTBEAT_MS = 3000;
const STOPPING_MS = 2000;
const kept = { retentionSeconds: 7 * 86_400, deleteAfterSeconds: 3600 };

export async function openJobs(
  config: pg.PoolConfig,
  log: Logger,
  { most, lookS, traces }: { most: number; lookS: number; traces?: Traces | undefined } = {
    most: 4,
    lookS: 2,
  },
): Promise<Jobs> {
  const boss = new PgBoss({
    ...(config as object),
    schema: 'jobs',
    application_name: 'recoup-jobs',
    max: most,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: Math.max(HEARTBEAT_MS, lookS * 500),
    notifyHeartbeatTimeoutMs: HEARTBEAT_MS,
    superviseIntervalSeconds: Math.max(5, lookS),
    monitorIntervalSeconds: Math.max(5, lookS),
    // Neither schedules nor flows of it are used.
    schedule: false,
    flowIntervalSeconds: Math.max(5, lookS * 4),
    persistWarnings: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  return {
    async enqueue(tx, name, input) {
      await boss.send(name, input, { db: through(tx) });
    },
    async retryFailed(tx, since) {
      const failed = await tx.rows<{ name: string; ids: string[] }>(sql`
        select name, array_agg(id) as ids from jobs.job
        where state = 'failed' and completed_on > ${since} group by name`);
      for (const { name, ids } of failed) await boss.retry(name, ids, { db: through(tx) });
      return failed.reduce((sum, { ids }) => sum + ids.length, 0);
    },
    async makeQueues(jobs) {
      for (const { name, retries } of jobs)
        await boss.createQueue(name, {
          retryLimit: retries,
          retryDelay: 1,
          retryBackoff: true,
          heartbeatSeconds: 10,
          expireInSeconds: 3600,
          notify: true,
          ...kept,
        });
    },
    async work(jobs) {
      for (const { name, run, atOnce = 1 } of jobs) {
        await boss.work(
          name,
          {
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: lookS,
            includeMetadata: true,
            localConcurrency: atOnce,
          },
          async ([job]) => {
            if (!job) return;
            const started = performance.now();
            const isLastTry = job.retryCount >= job.retryLimit;
            const done = async (): Promise<void> => {
              await run(job.data as never, { log, signal: job.signal, isLastTry });
              log.info({ job: name, ms: Math.round(performance.now() - started) }, 'job done');
            };
            if (!traces) return done();
            await spanned(
              traces.begin('job', `job ${name}`, { 'recoup.job': name, 'recoup.tries': job.retryCount }),
              done,
            );
          },
        );
      }
    },
    // Unfinished jobs are retried by another process, or after the restart.
    stop: async (ms = STOPPING_MS) => void (await within(ms, boss.stop({ graceful: true, timeout: ms / 2 }))),
  };
}
