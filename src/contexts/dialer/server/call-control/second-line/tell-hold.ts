/** Sends hold state of a call's borrower to the provider, by one server at a time. */
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from '#kernel/server/database/sql.ts';
import { type Session, sessionBy, sessionOfUser } from '../../agent/sessions.ts';
import { heldBeside } from '../../agent/two-calls.ts';
import { type Attempt, attemptById } from '../../engine/attempt/attempts.ts';
import type { Engine } from '../../engine/engine-parts.ts';

/** Longer than an exchange may need to respond. */
const tellsFor = '5 seconds';
/** The leaving party leaves on this command: maximum checks for another server's result. */
const looks = 50;
const lookMs = 20;

const isUntold = ({ state: { state, heldAt }, isHoldTold }: Attempt): boolean =>
  state === 'bridged' && (heldAt !== null) !== isHoldTold;

/** Claims the command: sent by two servers, the exchange's state and the stored one might differ. */
async function claim({ database, clock }: Engine, id: number): Promise<Date | undefined> {
  const now = clock.now();
  const mine = await database.run(sql`
    update call_attempts set hold_telling_at = ${now} where id = ${id}
      and coalesce(hold_telling_at < ${now}::timestamptz - ${tellsFor}::interval, true)`);
  return mine === 0 ? undefined : now;
}
/** `isHeld`: null if the exchange's state is unknown; then, and after a timeout, the command is repeated. */
const told = ({ database }: Engine, id: number, since: Date, isHeld: boolean | null) =>
  database.run(sql`
    update call_attempts set hold_telling_at = nullif(hold_telling_at, ${since}::timestamptz), is_hold_told =
      case when hold_telling_at = ${since} then coalesce(${isHeld}::boolean, held_at is null) else held_at is null end
    where id = ${id}`);

/** Repeats until the state is sent: after a concurrent swap it may have changed. */
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
      // The line is in the other call, or is a new one: it joins before the music stops.
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

/** The leg of the held call. */
export async function heldLeg(database: Engine['database'], { state }: Session): Promise<string | undefined> {
  const held = heldBeside(state);
  return held === null ? undefined : (await attemptById(database, held))?.referenceId;
}
