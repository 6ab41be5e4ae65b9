/** Early media of calls that agents dial: audio before the answer. */
import { sessionBy, sessionOfUser } from '../agent/sessions.ts';
import { type Attempt, attemptById } from '../engine/attempt/attempts.ts';
import type { Engine } from '../engine/engine-parts.ts';

/** The agent is on the line for this call; campaign calls reach agents only after the answer. */
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
  // If answered meanwhile, the line may have left the call again.
  const { state, endReason } = (await attemptById(database, id))?.state ?? {};
  if (endReason === null && (state === 'queued' || state === 'bridged'))
    await provider.bridge({ bridgeId: referenceId, legs: [referenceId, session.legId] });
  if (state === 'ended') await provider.endEarly?.(referenceId);
}

/** Stops early media of an unanswered call. */
export async function endEarly({ provider }: Engine, { referenceId, state }: Attempt): Promise<void> {
  const hasSounded = state.ringingAt !== null || state.progressAt !== null;
  if (state.placedBy === 'agent' && state.bridgedAt === null && hasSounded)
    await provider.endEarly?.(referenceId);
}
