/** Waits of tests: until something is so, however slow the machine. A clock the test moves goes on as far as its server keeps up. */
import { setTimeout as turn } from 'node:timers/promises';
import type { Database } from '../src/kernel/server/database/database.ts';
import { sql } from '../src/kernel/server/database/sql.ts';

type IsSo = () => boolean | Promise<boolean>;

/** Finds what never comes, and says nothing of speed: a busy machine takes twenty times as long. */
const PATIENCE_MS = 60_000;
const POLL_MS = 15;

/** Of what has no name the source says what was waited for. */
const sourceOf = (isSo: IsSo): string => String(isSo).replaceAll(/\s+/gu, ' ');

/** `between`: what goes on while it is not so. Throws that `what` never came, with the line that waited. */
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
/** What stays due is no slowness: time goes on. */
const STANDS_MS = 3000;

/**
 * What should have happened by now has not, or a call that needs no time is on its way. Would the clock go on meanwhile, calls
 * would be given up and agents be taken for away, as on a server that hangs.
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

/** `move`: moves the clock of the dialer's server and answers its time. The wait it gives moves it by `step` seconds at a time. */
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
