/** Tells the provider whether the borrower of a call is on hold, by one server at a time. */
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from '#kernel/server/database/sql.ts';
import { type Session, sessionBy, sessionOfUser } from '../agent/sessions.ts';
import { heldBeside } from '../agent/two-calls.ts';
import { type Attempt, attemptById } from '../engine/attempts.ts';
import type { Engine } from '../engine/engine-parts.ts';

/** Longer than an exchange may take to answer. */
const tellsFor = '5 seconds';
/** Whoever is to leave the call leaves it when this is told: for so long another server is waited for. */
const looks = 50;
const lookMs = 20;

const isUntold = ({ state: { state, heldAt }, isHoldTold }: Attempt): boolean =>
  state === 'bridged' && (heldAt !== null) !== isHoldTold;

/** Told by two at once, what the exchange does last and what is written last might differ. */
async function claim({ database, clock }: Engine, id: number): Promise<Date | undefined> {
  const now = clock.now();
  const mine = await database.run(sql`
    update call_attempts set hold_telling_at = ${now} where id = ${id}
      and coalesce(hold_telling_at < ${now}::timestamptz - ${tellsFor}::interval, true)`);
  return mine === 0 ? undefined : now;
}
/** `isHeld`: null where it is not known what the exchange did; then, and if it took too long, it is told again. */
const told = ({ database }: Engine, id: number, since: Date, isHeld: boolean | null) =>
  database.run(sql`
    update call_attempts set hold_telling_at = nullif(hold_telling_at, ${since}::timestamptz), is_hold_told =
      case when hold_telling_at = ${since} then coalesce(${isHeld}::boolean, held_at is null) else held_at is null end
    where id = ${id}`);

/** Until what holds is told: whoever turned back meanwhile found told what they wanted, and left it at that. */
export async function tellHold(engine: Engine, attempt: Attempt): Promise<void> {
  let look = 0;
  for (let one: Attempt | undefined = attempt; one && isUntold(one) && look < looks;) {
    const since = await claim(engine, one.id);
    if (since) await tell(engine, one.id, since);
    else {
      look += 1;
      await rest(lookMs);
    }
    one = await attemptById(engine.database, one.id);
  }
}

async function tell(engine: Engine, id: number, since: Date): Promise<void> {
  try {
    const attempt = await attemptById(engine.database, id);
    const isHeld = attempt?.state.heldAt != null;
    if (attempt && isUntold(attempt)) {
      const { asideMs, lineLosses } = attempt.state;
      // Their line is in the call they come from, or is a new one: it is here before the music ends.
      if (!isHeld && (asideMs !== null || lineLosses > 0)) await bringBack(engine, attempt);
      await engine.provider.hold(attempt.referenceId, isHeld);
    }
    await told(engine, id, since, isHeld);
  } catch (error) {
    await told(engine, id, since, null);
    throw error;
  }
}

/** Puts the agent's line into the call again, after a second call or a lost line. */
async function bringBack(
  { provider, database }: Pick<Engine, 'provider' | 'database'>,
  { id, referenceId, records, state: { agentId, lineLosses } }: Attempt,
): Promise<void> {
  const session = agentId === null ? undefined : await sessionBy(database, sessionOfUser(agentId));
  if (!session || session.legId === null) return;
  const { activity, attemptId } = session.state;
  if (activity !== 'TALK' || attemptId !== id) return;
  const aside = await heldLeg(database, session);
  const place = { bridgeId: referenceId, legId: session.legId, aside };
  if (lineLosses > 0 && provider.rejoin)
    return provider.rejoin({ ...place, ...(records && { recId: referenceId }) });
  await provider.join(place);
}

/** The leg of whoever is on hold beside the present call. */
export async function heldLeg(database: Engine['database'], { state }: Session): Promise<string | undefined> {
  const held = heldBeside(state);
  return held === null ? undefined : (await attemptById(database, held))?.referenceId;
}
