/** What must happen again and again, safely on every node at once: seal events, forget what is over. */
import type { Database } from '../database/database.ts';
import type { Logger } from '../operation/log.ts';
import { sql } from '../database/sql.ts';

const sealEvery = 2000;
const foldEvery = 5000;
const forgetEvery = 3_600_000;

/** Puts what was left of changed rows into the sums of the reports; what they say is right before and after. */
export async function foldSums(database: Database): Promise<void> {
  for (let isMore = true; isMore;) {
    const row = await database.one<{ n: number }>(sql`select fold_sums() as n`);
    isMore = (row?.n ?? 0) > 0;
  }
}

async function forget(database: Database): Promise<void> {
  // A phone may stay in a drawer for months; its entries must still be recognised.
  await database.run(sql`delete from idempotency where created_at < now() - interval '180 days'`);
  await database.run(sql`delete from throttle where window_start < now() - interval '1 day'`);
  await database.run(sql`delete from session where expires_at < now() or seen_at + idle < now()`);
  await database.run(sql`delete from password_link where expires_at < now() - interval '30 days'`);
  await database.run(sql`delete from payment_lookups where at < now() - interval '30 days'`);
  await database.run(sql`delete from payment_works where at < now() - interval '1 day'`);
  // That it came is kept; what it said word for word is not, after a season (security.md C.12).
  await database.run(
    sql`update gateway_events set body = null where body is not null and at < now() - interval '90 days'`,
  );
}

/** `hourly`: what the domains keep in order themselves. */
export function keepHouse(
  database: Database,
  log: Logger,
  hourly: readonly (() => Promise<unknown>)[],
): { stop(): void } {
  const every = (ms: number, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(
      () => void work().catch((error: unknown) => log.warn({ err: error }, 'housekeeping')),
      ms,
    ).unref();
  const timers = [
    every(sealEvery, () => database.run(sql`select seal_events()`)),
    every(foldEvery, () => foldSums(database)),
    every(forgetEvery, () => forget(database)),
    ...hourly.map((work) => every(forgetEvery, work)),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}
