/** Periodic kernel upkeep, idempotent across nodes: chain events, delete expired rows. */
import type { Database } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';

const sealEvery = 2000;
const lookEvery = 30_000;
const forgetEvery = 3_600_000;

async function forget(database: Database): Promise<void> {
  // A phone may be offline for months; its entries must still be recognised.
  await database.run(sql`delete from idempotency where created_at < now() - interval '180 days'`);
  await database.run(sql`delete from throttle where window_start < now() - interval '1 day'`);
}

/** `hourly`: upkeep of contexts; `audit` verifies the chain and reports; `files` verifies stored files. */
export function keepHouse(
  database: Database,
  log: Logger,
  audit: () => Promise<unknown>,
  hourly: readonly (() => Promise<unknown>)[],
  files: () => Promise<unknown>,
): { stop(): Promise<unknown> } {
  const every = (ms: number, work: () => Promise<unknown>): Loop =>
    openLoop(ms, work, (error) => log.warn({ err: error }, 'housekeeping'), database.rest);
  const watch = every(lookEvery, audit);
  // Anchor of this start; later checks compare with it.
  watch.wake();
  // Files of an earlier version without a hash get one soon after the start.
  const checking = every(forgetEvery, files);
  checking.wake();
  const loops = [
    watch,
    checking,
    every(sealEvery, () => database.run(sql`select seal_events()`)),
    every(forgetEvery, () => forget(database)),
    ...hourly.map((work) => every(forgetEvery, work)),
  ];
  return { stop: () => Promise.all(loops.map((loop) => loop.stop())) };
}
