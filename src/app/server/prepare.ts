/** The part of a start that works on the data: every context starts, also on data of an earlier version. */
import { openSafe } from '#app/server/operation/safe.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Host } from '#kernel/server/module.ts';
import { systemClock } from '#kernel/server/operation/clock.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import { filesOf } from '../providers/chosen-files.ts';
import { mailbox } from '../providers/mailbox.ts';
import type { Config } from './config.ts';
import { listConsequences } from './consequences.ts';
import { modules } from './modules.ts';
import { failing } from './operation/failpoints.ts';
import { openLog } from './operation/log.ts';
import { openJobs } from './operation/queue.ts';
import { type Started, startModules } from './start-modules.ts';

interface Prepared extends Started {
  jobs: readonly Job[];
  /** Upkeep of all contexts: at start, and hourly. */
  hourly: readonly (() => Promise<unknown>)[];
}

/** Starts the contexts and does their upkeep once. Queues come first, because upkeep enqueues jobs. */
export async function prepare(given: Omit<Host, 'filled' | 'only' | 'routes'>): Promise<Prepared> {
  listConsequences();
  const started = await startModules(modules, given);
  const jobs = started.each((context, o) => context.jobs?.(o) ?? []).flat() as unknown as readonly Job[];
  await given.jobs.makeQueues(jobs);
  const hourly = started.each((context, o) => context.keeps?.(o) ?? []).flat();
  for (const once of hourly) await once();
  return { ...started, jobs, hourly };
}

/** Of the environment: who is called, mailed, paid or read from outside. A rehearsal reaches none of them. */
const OUTSIDE = [
  'smtpUrl',
  'smsUrl',
  'whatsappUrl',
  'razorpayUrl',
  'payuUrl',
  'ariUrl',
  'filesUrl',
  'tracesUrl',
];

/** Prepares on a copy of the data: no job is carried out, and no carrier, gateway, exchange or bucket is configured. */
export async function rehearseStart(config: Config, database: Database, folder: string): Promise<void> {
  const own = Object.fromEntries(Object.entries(config).filter(([name]) => !OUTSIDE.includes(name)));
  const alone = { ...(own as unknown as Config), mode: 'production' as const };
  const log = openLog('/dev/null');
  const safe = openSafe(config);
  const store = await filesOf({ dataDir: folder }, safe);
  const jobs = await openJobs(database.config, log);
  try {
    await prepare({
      config: alone,
      database,
      clock: systemClock,
      isDemo: false,
      isSecure: true,
      connected: () => [],
      flushAccess: () => Promise.resolve(),
      log,
      jobs,
      store,
      mailer: mailbox(database, { isDemo: false }),
      safe,
      ...failing(undefined),
    });
  } finally {
    await jobs.stop();
  }
}
