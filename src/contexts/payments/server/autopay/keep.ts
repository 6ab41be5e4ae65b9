/** Keeps mandates and their charges going. */
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Charging, chargeDue } from './charge.ts';
import { type Mandating, askMandate } from './follow.ts';
import { lookAtDue } from './plan.ts';

const every = 3000;
const atOnce = 20;
const claimed = 5 * 60_000;

/** Asks about mandates whose turn it is; the next time is written first, so that no other node asks meanwhile. */
export async function askDue(o: Mandating, failed: (error: unknown) => void): Promise<number> {
  const now = o.clock.now();
  const due = await o.database.rows<{ id: number }>(sql`
    update mandates set next_ask_at = ${new Date(now.getTime() + claimed)}
    where id in (select id from mandates where next_ask_at <= ${now} order by next_ask_at limit ${atOnce} for no key update skip locked)
    returning id`);
  for (const { id } of due) await askMandate(o, id).catch(failed);
  return due.length;
}

/** One round of all of it; answers how much was done. */
export async function autopayRound(o: Charging, failed: (error: unknown) => void): Promise<number> {
  const asked = await askDue(o, failed);
  const looked = await o.database.transaction((tx) => lookAtDue(tx, o.sources, o.clock.now()));
  return asked + looked + (await chargeDue(o, failed));
}

/** Safe on every node at once. */
export function keepAutopay(o: Charging, log: Logger): Loop {
  const failed = (error: unknown): void => log.warn({ err: error }, 'autopay');
  return openLoop(every, () => autopayRound(o, failed), failed, o.database.rest);
}
