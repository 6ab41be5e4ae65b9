/** Background work as rows: enqueued with the change that wants it, run once, and again after a crash. */
import type { Logger } from '../operation/log.ts';
import type { Tx } from '../database/database.ts';

export interface JobContext {
  log: Logger;
  signal: AbortSignal;
  /** No retry after this attempt. */
  isLastTry: boolean;
}
/** A kind of job. `run` must be safe to run twice: a process may die after the work and before saying so. */
export interface Job<I extends object = object> {
  name: string;
  retries: number;
  /** Concurrency within a process; default one. */
  atOnce?: number;
  run(input: I, context: JobContext): Promise<void>;
}

export interface Jobs {
  enqueue<I extends object>(tx: Tx, name: string, input: I): Promise<void>;
  /** Tries again what failed for good since then; how many. */
  retryFailed(tx: Tx, since: Date): Promise<number>;
  /** Creates missing queues: a job can be enqueued from then on, also before any process works on it. */
  makeQueues(jobs: readonly Pick<Job, 'name' | 'retries'>[]): Promise<void>;
  /** Starts workers for existing queues. */
  work(jobs: readonly Job[]): Promise<void>;
  stop(ms?: number): Promise<void>;
}
