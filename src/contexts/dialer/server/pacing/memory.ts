/** What pacing has learned of one campaign: plain data, stored each minute and restored at the start of its loop. */
import * as z from 'zod/mini';
import { type Durations, assumed, seen } from './durations.ts';
import { type RingTimes, assumedRings, rung } from './ring-times.ts';

export interface PacingMemory {
  version: 1;
  /** The logarithm of the risk that a call may carry; it moves with every live answer. */
  logThreshold: number;
  rings: RingTimes;
  talk: Durations;
  wrap: Durations;
}

/**
 * Pacing events. `answered` and `failed`: end of the ringing (an answering machine fails: it needs no agent); `reached`:
 * whether a person who answered got an agent; `talked` and `wrapped`: how long an agent was busy.
 */
export type PacingEvent =
  | { type: 'answered' | 'failed'; afterS: number }
  | { type: 'reached'; abandoned: boolean; targetAbandon: number }
  /** The call reached at that moment was an answering machine, as the agent reported: no live answer. */
  | { type: 'unreached'; at: number; targetAbandon: number }
  | { type: 'talked' | 'wrapped'; seconds: number }
  /** Rang while no server was running: abandoned in the day's figure, without a lesson. */
  | { type: 'unheard' };

const FIRST_THRESHOLD = 0.02;
const HIGHEST_LOG = Math.log(0.3);
/** How far one live answer moves the threshold. */
const STEP = 0.5;

export const freshMemory = (): PacingMemory => ({
  version: 1,
  logThreshold: Math.log(FIRST_THRESHOLD),
  rings: assumedRings,
  talk: assumed(120, 1),
  wrap: assumed(30, 0.5),
});

export function learn(memory: PacingMemory, event: PacingEvent): PacingMemory {
  switch (event.type) {
    case 'answered':
    case 'failed':
      return { ...memory, rings: rung(memory.rings, event.type, event.afterS) };
    case 'talked':
      return { ...memory, talk: seen(memory.talk, event.seconds) };
    case 'wrapped':
      return { ...memory, wrap: seen(memory.wrap, event.seconds) };
    case 'unheard':
      return memory;
    case 'unreached':
      return { ...memory, logThreshold: memory.logThreshold - STEP * event.targetAbandon };
    case 'reached': {
      // In the long run the share of abandoned calls is the target, whatever the answer rates do (Gibbs and Candès, 2021).
      const moved = memory.logThreshold + STEP * (event.targetAbandon - (event.abandoned ? 1 : 0));
      return { ...memory, logThreshold: Math.min(HIGHEST_LOG, moved) };
    }
  }
}

/** Validated by hand, because every campaign's is read in every cycle. */
const seconds = z.custom<number[]>(
  (kept) =>
    Array.isArray(kept) &&
    kept.length === assumedRings.answered.length &&
    kept.every((weight) => Number.isFinite(weight) && weight >= 0),
);
const durations = z.object({ weight: z.number().check(z.positive()), sum: z.number(), squares: z.number() });
const stored = z.object({
  version: z.literal(1),
  logThreshold: z.number().check(z.maximum(HIGHEST_LOG)),
  rings: z.object({ answered: seconds, failed: seconds }),
  talk: durations,
  wrap: durations,
});

/** What was stored, or a fresh start where it is nothing or cannot be read. */
export function restoredMemory(kept: unknown): PacingMemory {
  if (kept === undefined) return freshMemory();
  const read = stored.safeParse(kept);
  return read.success ? read.data : freshMemory();
}
