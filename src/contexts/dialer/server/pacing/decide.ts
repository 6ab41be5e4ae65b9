/**
 * Number of calls to start now: another one while the risk that its borrower finds no agent is below a threshold
 * adjusted by every live answer. Pure: no clock, no randomness; the loop runs each second and whenever an agent becomes
 * free.
 */
import { defaultRatio } from '#contexts/lenders/contract/campaigns.ts';
import type { restraints } from '#contexts/dialer/contract/leads.ts';
import { type BusyAgent, type Forecast, HORIZONS, STEP_S, at, forecast } from './forecast.ts';
import type { PacingMemory } from './memory.ts';
import { tail } from './normal.ts';
import { answerRateOf } from './ring-times.ts';

export interface PacingSettings {
  mode: 'progressive' | 'predictive';
  /** Ringing calls for each agent free now or within a ring's time: the most that may be, however few answer. */
  maxRatio: number;
  /** Share of live answers without an agent that the threshold steers to. */
  targetAbandon: number;
  /** Abandon rate of the day above which only calls with a free agent are placed. */
  stopAbandon: number;
  /** Seconds a caller waits for an agent before the call is abandoned. */
  patienceS: number;
}

export const pacingDefaults: PacingSettings = {
  mode: 'predictive',
  maxRatio: defaultRatio,
  targetAbandon: 0.02,
  stopAbandon: 0.03,
  patienceS: 2,
};

/** Live answers, and those of them that found no agent. */
export interface Answers {
  answers: number;
  abandons: number;
}

export interface Scene {
  /** Agents waiting for a call. */
  free: number;
  /** Callers who answered and have no agent yet. */
  waiting: number;
  /** Seconds since dialling, of each call that has not been answered yet. */
  ringing: readonly number[];
  busy: readonly BusyAgent[];
  /** The campaign's live answers of the day and those that were abandoned. */
  today: Answers;
  /** The same of the clock hour. */
  hour: Answers;
}

/** Why no call is made ahead of a free agent. */
type Restraint = (typeof restraints)[number];

export interface PacingDecision {
  /** Maximum ringing calls per agent free in time: enough for nine tenths of an answer. */
  ratio: number;
  /** The share of calls that were answered lately. */
  answerRate: number;
  dial: number;
  /** Progressive only: ringing calls without an agent, the youngest first. */
  cancel: number;
  restraint: Restraint | null;
  /** For the supervisor's panel: the allowed risk per call, and the risk of the next call that was not placed. */
  threshold: number;
  risk: number | null;
}

/** Below it overdialling is not worthwhile. */
const LOWEST_THRESHOLD = 0.001;
/** An abandon rate of few answers is unreliable: the denominator is at least this many. */
const SHARE_OF_AT_LEAST = 200;
/** How far each abandoned call lowers the threshold that this hour has beyond its share and one more. */
const HOUR_STEP = 0.7;
const HOUR_GRACE = 1;
/** Agents who will be free by the time a call dialled now is usually answered. */
const RING_S = 14;
const SMALLEST_DEVIATION = 0.05;
/** Answers for each agent free in time that are aimed at. */
const ANSWERS_AN_AGENT = 0.9;

/** The fewer answer, the more are called, up to the limit. */
export const ratioFor = (answerRate: number, limit: number): number =>
  Math.min(limit, Math.max(1, ANSWERS_AN_AGENT / answerRate));

function restraintOf(memory: PacingMemory, scene: Scene, settings: PacingSettings): Restraint | null {
  if (settings.mode === 'progressive') return 'progressive';
  const { answers, abandons } = scene.today;
  if (abandons > settings.stopAbandon * Math.max(answers, SHARE_OF_AT_LEAST)) return 'day-figure';
  return Math.exp(memory.logThreshold) <= LOWEST_THRESHOLD ? 'threshold' : null;
}

/** Expected further drops for each answer of one more call, when `more` new ones are decided already. */
function riskOfNext(f: Forecast, scene: Scene, patienceS: number, more: number): number {
  const all = f.newAnswers[HORIZONS] ?? 0;
  if (all <= 0) return 0;
  let risk = 0;
  for (let h = 1; h <= HORIZONS; h++) {
    const by = f.newAnswers[h] ?? 0;
    const share = (by - (f.newAnswers[h - 1] ?? 0)) / all;
    if (share <= 0) continue;
    const later = h * STEP_S + patienceS;
    const callers = (f.answers.mean[h] ?? 0) + more * by + scene.waiting;
    const agents = scene.free + at(f.freed.mean, later);
    const variance = (f.answers.variance[h] ?? 0) + more * by * (1 - by) + at(f.freed.variance, later);
    const deviation = Math.max(SMALLEST_DEVIATION, Math.sqrt(variance));
    risk += share * tail(-(callers - agents + 0.5) / deviation);
  }
  return risk;
}

/** The risk a call may carry now: what the campaign has learned, and less in an hour that had more than its share. */
function thresholdNow(memory: PacingMemory, { hour }: Scene, { targetAbandon }: PacingSettings): number {
  const beyond = Math.max(0, hour.abandons - targetAbandon * hour.answers - HOUR_GRACE);
  return Math.exp(memory.logThreshold - HOUR_STEP * beyond);
}

export function decide(memory: PacingMemory, scene: Scene, settings: PacingSettings): PacingDecision {
  const threshold = thresholdNow(memory, scene, settings);
  const answerRate = answerRateOf(memory.rings);
  const ratio = ratioFor(answerRate, settings.maxRatio);
  const seen = { threshold, answerRate, ratio };
  const restraint = restraintOf(memory, scene, settings);
  const ringing = scene.ringing.length;
  const unmatched = scene.free - scene.waiting - ringing;
  const certain = Math.max(0, unmatched);
  if (restraint) {
    const cancel = restraint === 'progressive' ? Math.min(ringing, Math.max(0, -unmatched)) : 0;
    return { ...seen, dial: certain, cancel, restraint, risk: null };
  }
  const ahead = forecast(memory, scene, settings.patienceS);
  const most = Math.floor(ratio * (scene.free + at(ahead.freed.mean, RING_S))) - ringing;
  let dial = certain;
  let risk = riskOfNext(ahead, scene, settings.patienceS, dial);
  while (dial < most && risk <= threshold) {
    dial += 1;
    risk = riskOfNext(ahead, scene, settings.patienceS, dial);
  }
  return { ...seen, dial, cancel: 0, restraint, risk };
}
