/** Sync: the first batch immediately, the remainder as a job that resumes after a crash (decision 379). */
import { createHash } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sqlState } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import { type Reached, type Scope, beforeFirst, goOn, isLost, isOver, nextSize, pieceSize } from './piece.ts';

export const syncJobName = 'payments.sync-summaries';

const retries = 10;
const tellEveryMs = 1000;
/** Delay between two retries for locked loans, and retries per job run. */
const againMs = 200;
const mostVain = 150;

/** `isRunning`: the remainder runs in the background, and the caller is notified at its end. */
interface Synced {
  loans: number;
  isRunning: boolean;
}
export type SyncSummaries = (tx: Tx, scope: Scope, by: number) => Promise<Synced>;

const sorted = (ids: readonly number[] | null): number[] | null => ids && [...ids].sort((a, b) => a - b);
const keyOf = ({ assigneeIds, clientIds }: Scope): string =>
  createHash('sha256')
    .update(JSON.stringify([sorted(assigneeIds), sorted(clientIds)]))
    .digest('hex');

/**
 * Joins a running Sync: the work is done once, and both callers are notified. A lost job is restarted, because loans
 * before its position may be stale again.
 */
async function join(tx: Tx, jobs: Jobs, key: string, by: number): Promise<Synced | undefined> {
  const running = await tx.one<{ id: number; loans: number; isLost: boolean }>(sql`
    update summary_syncs set asked_by = array_remove(asked_by, ${by}::bigint) || ${by}::bigint
    where key = ${key} and ended_at is null
    returning id, changed as loans, ${isLost} as "isLost"`);
  if (!running) return undefined;
  if (running.isLost) {
    const { reached, last } = await beforeFirst(tx);
    await tx.run(sql`
      update summary_syncs set reached = ${reached}, last = ${last}, left_out = '{}', moved_at = now() where id = ${running.id}`);
    await jobs.enqueue(tx, syncJobName, { id: running.id });
  }
  return { loans: running.loans, isRunning: true };
}

/** Recomputes these loans from their payments, as visible to `asked_by`; returns after the first batch. */
export const syncing =
  (jobs: Jobs): SyncSummaries =>
  async (tx, scope, by) => {
    const key = keyOf(scope);
    const joined = await join(tx, jobs, key, by);
    if (joined) return joined;
    const { changed, ...place } = await goOn(tx, scope, await beforeFirst(tx));
    if (isOver(place)) return { loans: changed, isRunning: false };
    const begun = await tx.one<{ id: number }>(sql`
      insert into summary_syncs (key, asked_by, assignee_ids, client_ids, reached, last, left_out, changed)
      values (${key}, ${[by]}::bigint[], ${scope.assigneeIds}::bigint[], ${scope.clientIds}::bigint[],
        ${place.reached}, ${place.last}, ${[...place.leftOut]}::bigint[], ${changed})
      on conflict (key) where ended_at is null do nothing returning id`);
    // A concurrent request started it.
    if (!begun) return (await join(tx, jobs, key, by)) ?? { loans: changed, isRunning: false };
    await jobs.enqueue(tx, syncJobName, { id: begun.id });
    return { loans: changed, isRunning: true };
  };

interface Row extends Reached, Scope {
  askedBy: number[];
  changed: number;
}
/** Locked by one worker at a time: no batch runs twice. */
const lockRunning = (tx: Tx, id: number): Promise<Row | undefined> =>
  tx.one<Row>(sql`
    select asked_by as "askedBy", assignee_ids as "assigneeIds", client_ids as "clientIds", reached, last,
      left_out as "leftOut", changed
    from summary_syncs where id = ${id} and ended_at is null for no key update`);

async function end(tx: Tx, id: number, { askedBy, changed }: Row, isFailed: boolean): Promise<void> {
  await tx.run(
    sql`update summary_syncs set ended_at = now(), changed = ${changed}, is_failed = ${isFailed} where id = ${id}`,
  );
  const events = eventLog(askedBy.at(-1) ?? null, null);
  events.emit('summaries.synced', { id, facts: { loans: changed, isFailed }, to: askedBy });
  await events.flush(tx, [
    'loans',
    'loan-stats',
    'borrower-collection',
    'performance',
    'dashboard',
    'charts',
  ]);
}

type Step = 'over' | 'moved' | 'vain';
async function step(tx: Tx, id: number, size: number, isTold: boolean): Promise<Step> {
  // Writers come first: a blocked batch is rolled back and retried.
  await tx.run(sql`set local lock_timeout = '500ms'`);
  const row = await lockRunning(tx, id);
  if (!row) return 'over';
  const next = await goOn(tx, row, row, size);
  const after = { ...row, ...next, changed: row.changed + next.changed };
  if (isOver(next)) {
    await end(tx, id, after, false);
    return 'over';
  }
  await tx.run(sql`
    update summary_syncs set reached = ${next.reached}, left_out = ${[...next.leftOut]}::bigint[],
      changed = ${after.changed}, moved_at = now() where id = ${id}`);
  if (isTold) await signal(tx, { stale: ['summaries'], to: row.askedBy });
  return next.reached > row.reached || next.leftOut.length < row.leftOut.length ? 'moved' : 'vain';
}

/** A lock that did not come in time, or two that waited for each other. */
const isHeldUp = (error: unknown): boolean => ['55P03', '40P01'].includes(sqlState(error) ?? '');

async function walk(database: Database, id: number, signalled: AbortSignal): Promise<void> {
  let told = performance.now();
  let size = pieceSize;
  for (let vain = 0; vain < mostVain;) {
    signalled.throwIfAborted();
    const began = performance.now();
    const isTold = began - told > tellEveryMs;
    const done = await database
      .transaction((tx) => step(tx, id, size, isTold))
      .catch((error: unknown): Step => {
        if (isHeldUp(error)) return 'vain';
        throw error;
      });
    if (done === 'over') return;
    if (isTold) told = began;
    vain = done === 'moved' ? 0 : vain + 1;
    const took = performance.now() - began;
    size = nextSize(size, took);
    // Pauses as long as it worked, for other users of the database.
    await rest(done === 'moved' ? took : againMs, undefined, { signal: signalled });
  }
  throw new Error('loans of a Sync stayed held');
}

export const syncJob = (database: Database): Job<{ id: number }> => ({
  name: syncJobName,
  retries,
  // An agent's few thousand loans do not queue after all loans of the agency.
  atOnce: 2,
  async run({ id }, { signal: signalled, isLastTry }) {
    try {
      await walk(database, id, signalled);
    } catch (error) {
      if (isLastTry && !signalled.aborted)
        await database.transaction(async (tx) => {
          const row = await lockRunning(tx, id);
          if (row) await end(tx, id, row, true);
        });
      throw error;
    }
  },
});

/** What ended is of interest for a week. */
export const forgetSyncs = async (database: Database): Promise<void> =>
  void (await database.run(sql`delete from summary_syncs where ended_at < now() - interval '7 days'`));
