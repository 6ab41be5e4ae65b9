/** Polls gateways for undecided payments: a callback may be late or lost. */
import { nextAsk, nextRefundAsk } from '#contexts/payments/contract/pay/order-rules.ts';
import type { ToldState } from '#contexts/payments/contract/pay/order-states.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Gateway, Gateways, Hint } from '../gateways/port.ts';
import { type Due, noteHint, followNews } from './apply-status.ts';
import type { Notify } from './orders.ts';

const every = 5000;
const mostAtOnce = 50;
/** For a successful payment, with a next poll possibly a month later; in milliseconds. */
const retryAfter = 3_600_000;

export interface Reconciling {
  database: Database;
  clock: Clock;
  gateways: Gateways;
  notify: Notify;
}

/** Leases the next ones; the next poll time is written first, so that no other node polls them. */
const take = (database: Database, now: Date): Promise<Due[]> =>
  database.transaction(async (tx) => {
    const rows = await tx.rows<Due & { asks: number; settledAt: string | null }>(sql`
      select id, gateway, amount, reference, state, source, asks, settled_at as "settledAt" from payment_attempts where next_ask_at <= ${now}
      order by next_ask_at limit ${mostAtOnce} for no key update skip locked`);
    for (const { id, asks, state, settledAt } of rows) {
      const counts = state === 'success' && settledAt !== null;
      const next = nextAsk(asks + 1, now) ?? (counts ? nextRefundAsk(new Date(settledAt), now) : null);
      await tx.run(sql`update payment_attempts set asks = asks + 1, next_ask_at = ${next} where id = ${id}`);
    }
    return rows;
  });

/** Polls the gateway for one order, applies its status and returns it. */
export async function askAbout(o: Reconciling, due: Due): Promise<ToldState | undefined> {
  const gateway = await o.gateways.named(due.gateway);
  // A successful payment is only polled for refunds.
  const told = await (due.state === 'success' && gateway?.askRefund
    ? gateway.askRefund(due)
    : due.source === 'AUTOPAY'
      ? gateway?.autopay?.askCharge(due)
      : gateway?.ask(due));
  if (!gateway || !told) return undefined;
  // Unchanged: payments are queried for months, and only changes are stored as events.
  if (due.state === 'success' && told.state === 'success' && told.refunded === undefined) return told.state;
  await o.database.transaction((tx) =>
    followNews(tx, gateway, told, { now: o.clock.now(), notify: o.notify, body: '' }),
  );
  return told.state;
}

/** After a hint the gateway is queried, outside of any transaction; if that fails, a job does so later. */
export async function followHint(o: Reconciling, gateway: Gateway, hint: Hint): Promise<void> {
  const due = await o.database.transaction((tx) => noteHint(tx, gateway, hint, o.clock.now()));
  if (due) await askAbout(o, due);
}

const scheduleRetry = ({ database, clock }: Reconciling, id: string): Promise<number> =>
  database.run(sql`
    update payment_attempts set next_ask_at = least(next_ask_at, ${new Date(clock.now().getTime() + retryAfter)})
    where id = ${id}`);

/** Returns the number of polled payments. */
async function reconcile(o: Reconciling, log?: Logger): Promise<number> {
  const due = await take(o.database, o.clock.now());
  for (const one of due)
    await askAbout(o, one).catch(async (error: unknown) => {
      log?.warn({ err: error }, 'gateway not reached');
      if (one.state === 'success') await scheduleRetry(o, one.id);
    });
  return due.length;
}

/** Safe on every node at once. */
export const keepReconciling = (o: Reconciling, log: Logger): Loop =>
  openLoop(
    every,
    () => reconcile(o, log),
    (error) => log.warn({ err: error }, 'payments'),
    o.database.rest,
  );
