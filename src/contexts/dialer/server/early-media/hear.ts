/** Early media of calls that agents dial: what the agent hears before the answer. */
import { sessionBy, sessionOfUser } from '../agent/sessions.ts';
import { type Attempt, attemptById } from '../engine/attempts.ts';
import type { Engine } from '../engine/engine-parts.ts';

/** The agent waits on the line for this call; calls of a campaign come to them when they are answered. */
const isHeardEarly = ({ state: { placedBy, answeredAt, bridgedAt, endReason } }: Attempt): boolean =>
  placedBy === 'agent' && answeredAt === null && bridgedAt === null && endReason === null;

/** Connects the agent's line to the carrier's announcement, or to a ringing tone. Idempotent. */
export async function hearEarly({ provider, database }: Engine, attempt: Attempt): Promise<void> {
  const { agentId, progressAt } = attempt.state;
  if (!provider.hearEarly || agentId === null || !isHeardEarly(attempt)) return;
  const session = await sessionBy(database, sessionOfUser(agentId));
  if (!session?.state.isLegUp || session.legId === null || session.state.attemptId !== attempt.id) return;
  const how = progressAt === null ? 'tone' : 'media';
  const { id, referenceId } = attempt;
  await provider.hearEarly({ legId: referenceId, lineId: session.legId, how });
  // Answered meanwhile, the line may have been taken out of the call again.
  const { state, endReason } = (await attemptById(database, id))?.state ?? {};
  if (endReason === null && (state === 'queued' || state === 'bridged'))
    await provider.bridge({ bridgeId: referenceId, legs: [referenceId, session.legId] });
  if (state === 'ended') await provider.endEarly?.(referenceId);
}

/** Ends what the agent heard of a call that was not answered. */
export async function endEarly({ provider }: Engine, { referenceId, state }: Attempt): Promise<void> {
  const hasSounded = state.ringingAt !== null || state.progressAt !== null;
  if (state.placedBy === 'agent' && state.bridgedAt === null && hasSounded)
    await provider.endEarly?.(referenceId);
}
