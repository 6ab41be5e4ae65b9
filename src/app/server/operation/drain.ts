import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Health } from './health.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { within } from './within.ts';

const SWEEP_MS = 50;
const NOTICE_MS = 1000;
const DRAIN_MS = 2000;

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
}): Promise<void> {
  o.health.leave();
  // A balancer hears of it first and sends no more.
  if (o.isBalanced) await wait(NOTICE_MS);
  const calm = [o.house, ...o.calm].map((one) => within(DRAIN_MS, one.stop()));
  await Promise.all([drain(o.app, DRAIN_MS), ...calm]);
  await o.jobs.stop();
}
