/** Effects of a gateway's mandate status. A webhook only triggers a query. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import {
  mandateAfter,
  mandateIsFinal,
  mandateIsOver,
} from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { nextAsk } from '#contexts/payments/contract/pay/order-rules.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Gateways, MandateNews } from '../gateways/port.ts';
import { type Mandate, askEnd, dropCharges, lockMandate, mandateByRow, openOf } from './store.ts';

export interface Mandating {
  database: Database;
  clock: Clock;
  gateways: Gateways;
}
const day = 86_400_000;
const hour = 3_600_000;

const millis = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/** Next poll: soon until decided, daily while active, hourly until cancelled. */
function askAgain(is: Pick<Mandate, 'state' | 'asks' | 'endAskedAt'>, now: Date): Date | null {
  if (mandateIsFinal(is.state)) return null;
  if (is.state === 'rejected') return nextAsk(is.asks, now);
  if (is.state === 'registering') return nextAsk(is.asks, now) ?? new Date(now.getTime() + day);
  return new Date(now.getTime() + (is.endAskedAt === null ? day : hour));
}

/** Applies an answer to a question of `askedAt`. */
async function followMandate(
  tx: Tx,
  row: number,
  told: MandateNews | null,
  { askedAt, now }: { askedAt: Date; now: Date },
): Promise<Mandate | undefined> {
  const was = await lockMandate(tx, row);
  // An unaccepted offer has no gateway status.
  if (!was || was.state === 'offered' || was.state === 'withdrawn') return was;
  const is = mandateAfter(
    { state: was.state, askedAt: millis(was.askedAt) },
    told ? { state: told.state, askedAt: askedAt.getTime() } : { state: was.state, askedAt: null },
  );
  const isOver = mandateIsOver(is.state);
  const isNew = is.state !== was.state;
  const beganNow = is.state === 'active' && isNew;
  await tx.run(sql`
    update mandates set state = ${is.state}, asked_at = ${is.askedAt === null ? null : new Date(is.askedAt)},
      token = coalesce(token, ${told?.token ?? null}), message = ${told?.message ?? ''}, asks = asks + 1,
      next_ask_at = ${askAgain({ ...was, state: is.state }, now)},
      next_look_at = case when ${isOver} then null when ${beganNow && was.endAskedAt === null} then ${now}::timestamptz else next_look_at end,
      changed_at = case when ${isNew} then ${now}::timestamptz else changed_at end
    where id = ${row}`);
  if (!isNew) return was;
  if (isOver) await dropCharges(tx, row, 'ended', now);
  // A late approval next to a newer mandate: the older one is cancelled.
  const isOther = (await openOf(tx, was.loanId)).some(({ id }) => id > row);
  if (!isOver && isOther) await askEnd(tx, row, 'replaced', now);
  const events = eventLog(null, null);
  events.emit('autopay.changed', {
    id: row,
    facts: { loanId: was.loanId, before: was.state, after: is.state },
    to: await watchersOf(tx, [was.assigneeId, was.offeredBy]),
  });
  await events.flush(tx, ['loans']);
  return mandateByRow(tx, row);
}

/**
 * Polls the gateway for a mandate, outside of any transaction, and applies the status; cancels it first where requested.
 */
export async function askMandate(o: Mandating, row: number): Promise<Mandate | undefined> {
  const mandate = await mandateByRow(o.database, row);
  if (!mandate || mandate.state === 'offered' || mandateIsFinal(mandate.state)) return mandate;
  const gateway = await o.gateways.named(mandate.gateway);
  const autopay = gateway?.autopay;
  if (!autopay) return mandate;
  if (mandate.endAskedAt !== null) await autopay.end(mandate);
  const askedAt = o.clock.now();
  const told = await autopay.ask(mandate);
  return o.database.transaction((tx) => followMandate(tx, row, told, { askedAt, now: o.clock.now() }));
}
