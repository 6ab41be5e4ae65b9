/**
 * Polling for tests: waits for a condition, on any host. A test-controlled clock advances as fast as its server can
 * follow.
 */
import { setTimeout as turn } from 'node:timers/promises';
import type { Database } from '../src/kernel/server/database/database.ts';
import { sql } from '../src/kernel/server/database/sql.ts';

type IsSo = () => boolean | Promise<boolean>;

/** Detects what never happens, not slowness: a busy host is twenty times slower. */
const PATIENCE_MS = 60_000;
const POLL_MS = 15;

/** An unnamed condition is reported by its source. */
const sourceOf = (isSo: IsSo): string => String(isSo).replaceAll(/\s+/gu, ' ');

/** `between`: runs while it is false. Throws that `what` never happened, with the polling location. */
export async function until(
  isSo: IsSo,
  what: string | (() => string) = sourceOf(isSo),
  between?: () => Promise<void>,
): Promise<void> {
  const late = new Error('never came');
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await turn(POLL_MS)) {
    if (Date.now() > end) {
      late.message = `${typeof what === 'string' ? what : what()} never came`;
      throw late;
    }
    await between?.();
  }
}

/** Some minutes of a step of a second. */
const MOST_STEPS = 500;
/** A lasting backlog is not slowness: the clock advances. */
const STANDS_MS = 3000;

/**
 * Overdue work, or an immediate call in flight. If the clock advanced meanwhile, calls would time out and agents be
 * marked absent, as on a hanging server.
 */
async function isBehind(database: Database, now: Date): Promise<boolean> {
  const found = await database.one<{ isBehind: boolean }>(sql`
    select exists (select from simulated_legs where next_at <= ${now})
      or exists (select from agent_sessions where due_at <= ${now} and ended_at is null)
      or exists (select from call_attempts k left join agent_sessions s on s.user_id = k.user_id and s.ended_at is null
        where k.state <> 'ended' and (k.due_at <= ${now}
          or k.state in ('claimed', 'queued') and k.end_reason is null and coalesce(s.is_leg_up, true))) as "isBehind"`);
  return found?.isBehind ?? false;
}

/**
 * `move`: sets the clock of the dialer's server and returns its time. The returned poll advances it by `step` seconds at
 * a time.
 */
export const asTimePasses =
  (database: () => Database, move: (ms: number) => Date) =>
  (isSo: IsSo, step = 1, what = sourceOf(isSo)): Promise<void> => {
    let steps = 0;
    let stepped = 0;
    return until(isSo, what, async () => {
      if (step === 0 || steps === MOST_STEPS) return;
      if (Date.now() - stepped < STANDS_MS && (await isBehind(database(), move(0)))) return;
      steps += 1;
      stepped = Date.now();
      move(step * 1000);
    });
  };
