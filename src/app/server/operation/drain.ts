import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Health } from './health.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { within } from './within.ts';

const SWEEP_MS = 50;
const NOTICE_MS = 1000;

/** Maximum wait of a shutdown for active work. */
interface Patience {
  drainMs: number;
  jobsMs: number;
}
export const usualPatience: Patience = { drainMs: 2000, jobsMs: 2000 };
/** For a demo, stopped interactively. */
export const demoPatience: Patience = { drainMs: 800, jobsMs: 600 };

/**
 * Accepts no new connections, serves pending requests, and closes each connection after its response; requests
 * pending after `ms` are aborted, and retried elsewhere.
 */
async function drain(app: FastifyInstance, ms: number): Promise<void> {
  const { server } = app;
  // A connection with a recent response would stay open for more than a minute.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), ms);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(limit);
  }
}

/** The order of a shutdown: not ready, requests in flight answered, then loops and jobs stopped. */
export async function stopAll(o: {
  app: FastifyInstance;
  health: Health;
  house: { stop(): Promise<unknown> };
  jobs: Jobs;
  /** A load balancer precedes this server. */
  isBalanced: boolean;
  calm: readonly { stop(): Promise<void> }[];
  patience: Patience;
}): Promise<void> {
  const { drainMs, jobsMs } = o.patience;
  o.health.leave();
  // Readiness fails first, so the load balancer stops routing before connections close.
  if (o.isBalanced) await wait(NOTICE_MS);
  const calm = [o.house, ...o.calm].map((one) => within(drainMs, one.stop()));
  await Promise.all([drain(o.app, drainMs), ...calm]);
  await o.jobs.stop(jobsMs);
}
