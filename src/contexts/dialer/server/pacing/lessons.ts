/** What one call teaches, as far as it has come; each lesson is taught once. Pure. */
import type { PacingEvent } from './memory.ts';

/** Moments in milliseconds. */
export interface PacedCall {
  /** Lessons learned: how it was answered, talk time, wrap-up time. */
  paced: number;
  state: string;
  outcome: string | null;
  claimedAt: number;
  answeredAt: number | null;
  bridgedAt: number | null;
  endedAt: number | null;
  wrapEndAt: number | null;
  isUndisposed: boolean;
  /** The agent reported an answering machine. */
  isMachine: boolean;
  /** Start of a message on an answering machine: from then on the call was not an agent's. */
  leftAt: number | null;
}
interface Lessons {
  events: PacingEvent[];
  paced: number;
}

const allTaught = 3;
/** An agent still in wrap-up after this long is treated as absent. */
const longestWrapMs = 3_600_000;
/** Ended by us or by the network: no information about borrowers. */
const untaught = new Set(['cancelled', 'congestion', 'lost']);
const seconds = (from: number, to: number): number => Math.max(0, (to - from) / 1000);

/** No conversation: abandoned by us, an answering machine, or no answer. */
function unanswered(call: PacedCall, endedAt: number, targetAbandon: number): PacingEvent[] {
  if (call.outcome === null || untaught.has(call.outcome)) return [];
  // The server was down while it rang: no lesson for the threshold.
  if (call.outcome === 'abandoned' && call.answeredAt === null) return [{ type: 'unheard' }];
  if (call.outcome === 'abandoned')
    return [
      { type: 'answered', afterS: seconds(call.claimedAt, call.answeredAt ?? endedAt) },
      { type: 'reached', abandoned: true, targetAbandon },
    ];
  return [{ type: 'failed', afterS: seconds(call.claimedAt, call.leftAt ?? endedAt) }];
}

export function lessonsOf(call: PacedCall, o: { now: number; targetAbandon: number }): Lessons {
  const { bridgedAt, endedAt, wrapEndAt } = call;
  const events: PacingEvent[] = [];
  let { paced } = call;
  if (paced === 0 && bridgedAt === null) {
    if (call.state !== 'ended' || endedAt === null) return { events, paced };
    return { events: unanswered(call, endedAt, o.targetAbandon), paced: allTaught };
  }
  if (paced === 0 && bridgedAt !== null) {
    events.push({ type: 'answered', afterS: seconds(call.claimedAt, call.answeredAt ?? bridgedAt) });
    events.push({ type: 'reached', abandoned: false, targetAbandon: o.targetAbandon });
    paced = 1;
  }
  if (paced === 1 && endedAt !== null && bridgedAt !== null) {
    events.push({ type: 'talked', seconds: seconds(bridgedAt, endedAt) });
    paced = 2;
  }
  if (paced === 2 && endedAt !== null) {
    if (wrapEndAt !== null) events.push({ type: 'wrapped', seconds: seconds(endedAt, wrapEndAt) });
    if (wrapEndAt !== null || call.isUndisposed || o.now - endedAt > longestWrapMs) paced = allTaught;
    // Who answered may be reported until the disposition.
    if (paced === allTaught && call.isMachine && bridgedAt !== null)
      events.push({ type: 'unreached', at: bridgedAt, targetAbandon: o.targetAbandon });
  }
  return { events, paced };
}
