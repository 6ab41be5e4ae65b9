import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Health } from './health.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { within } from './within.ts';

const SWEEP_MS = 50;
const NOTICE_MS = 1000;

/** How long a stop waits for what is under way. */
interface Patience {
  drainMs: number;
  jobsMs: number;
}
export const usualPatience: Patience = { drainMs: 2000, jobsMs: 2000 };
/** Of a demo, which is stopped by a person who waits for it. */
export const demoPatience: Patience = { drainMs: 800, jobsMs: 600 };

/**
 * Takes no new connections, answers what was asked, and closes each connection after its answer; what is not answered
 * within `ms` is cut off, and its sender asks again elsewhere.
 */
async function drain(app: FastifyInstance, ms: number): Promise<void> {
  const { server } = app;
  // One whose answer went out just now idles for more than a minute otherwise.
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
  /** A balancer stands before this server. */
  isBalanced: boolean;
  calm: readonly { stop(): Promise<void> }[];
  patience: Patience;
}): Promise<void> {
  const { drainMs, jobsMs } = o.patience;
  o.health.leave();
  // A balancer hears of it first and sends no more.
  if (o.isBalanced) await wait(NOTICE_MS);
  const calm = [o.house, ...o.calm].map((one) => within(drainMs, one.stop()));
  await Promise.all([drain(o.app, drainMs), ...calm]);
  await o.jobs.stop(jobsMs);
}
