/** Compares new rows of a gateway and polls it where its files contain more, after a file and hourly. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import type { Due } from '../orders/apply-status.ts';
import { type Reconciling, askAbout } from '../orders/poll-status.ts';
import { askSoon, compareNew } from './compare.ts';
import { confirmLines } from './confirm.ts';

/** Batch of polled orders; the others follow later. */
const mostAsked = 200;

/** Serialised per gateway, so that two files open no difference twice. */
export const compareGateway = (database: Database, gateway: string, now: Date): Promise<string[]> =>
  database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext(${`gateway-files ${gateway}`}))`);
    return compareNew(tx, gateway, now);
  });

/** Polls the first of them now; unanswered ones are polled again automatically. */
export async function askAll(o: Reconciling, attemptIds: readonly string[]): Promise<void> {
  await o.database.transaction((tx) => askSoon(tx, attemptIds, new Date(o.clock.now().getTime() + 30_000)));
  const due = await o.database.rows<Due>(sql`
    select id, gateway, amount, reference, state from payment_attempts where id = any(${attemptIds.slice(0, mostAsked)})`);
  for (const one of due) await askAbout(o, one).catch(() => undefined); // polled again by keepReconciling
}

/** Closes differences confirmed by the gateway by now; outside of any transaction. */
export async function confirmGateway(
  { database, clock, gateways }: Reconciling,
  name: string,
): Promise<void> {
  const confirmed = await confirmLines(database, await gateways.named(name), clock.now());
  if (confirmed > 0) await compareGateway(database, name, clock.now());
}

export const confirmJobName = 'gateway-confirm';
export const confirmJob = (o: Reconciling): Job<{ gateway: string }> => ({
  name: confirmJobName,
  retries: 3,
  run: ({ gateway }) => confirmGateway(o, gateway),
});

/** Periodic check of payments missing in files, and of uncompared rows. */
export async function compareAll(o: Reconciling): Promise<void> {
  const gateways = await o.database.rows<{ gateway: string }>(
    sql`select distinct gateway from gateway_files`,
  );
  for (const { gateway } of gateways) {
    const now = o.clock.now();
    const asked = await compareGateway(o.database, gateway, now);
    await o.database.transaction((tx) => askSoon(tx, asked, now));
    await confirmGateway(o, gateway);
  }
}
