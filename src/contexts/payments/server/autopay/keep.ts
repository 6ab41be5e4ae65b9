/** Worker for mandates and their debits. */
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Charging, chargeDue } from './charge.ts';
import { type Mandating, askMandate } from './follow.ts';
import { lookAt } from './plan.ts';
import { mandateByRow } from './store.ts';

const every = 3000;
const atOnce = 20;
const claimed = 5 * 60_000;

/**
 * Processes mandates with an expired timer, each separately; returns how many. The next time is written first, so that
 * no other node processes them, and a failing one blocks no others.
 */
async function each(
  { database, clock }: Mandating,
  at: Fragment,
  work: (row: number) => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<number> {
  const now = clock.now();
  const due = await database.rows<{ id: number }>(sql`
    update mandates set ${at} = ${new Date(now.getTime() + claimed)}
    where id in (select id from mandates where ${at} <= ${now} order by ${at} limit ${atOnce} for no key update skip locked)
    returning id`);
  for (const { id } of due) await work(id).catch(failed);
  return due.length;
}

/** One iteration of all steps; returns the number of actions. */
export async function autopayRound(o: Charging, failed: (error: unknown) => void): Promise<number> {
  const asked = await each(o, sql`next_ask_at`, (row) => askMandate(o, row), failed);
  const plan = async (row: number): Promise<void> => {
    const mandate = await mandateByRow(o.database, row);
    const autopay = mandate && (await o.gateways.named(mandate.gateway))?.autopay;
    // A removed gateway debits nothing.
    if (!autopay) return;
    const { sources, clock } = o;
    const { noticeHours } = autopay;
    await o.database.transaction((tx) => lookAt(tx, row, { sources, noticeHours, now: clock.now() }));
  };
  const planned = await each(o, sql`next_look_at`, plan, failed);
  return asked + planned + (await chargeDue(o, failed));
}

/** Safe on every node at once. */
export function keepAutopay(o: Charging, log: Logger): Loop {
  const failed = (error: unknown): void => log.warn({ err: error }, 'autopay');
  return openLoop(every, () => autopayRound(o, failed), failed, o.database.rest);
}
