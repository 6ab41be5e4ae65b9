/**
 * An agent's mode (requested), activity (actual), and the published status of both. Pure: an event returns the next
 * state, or null when it is not possible now.
 */
import type { AgentState, Wish } from './agent.ts';
import { cameBack, nextToWrite, ofBeside, second, swapped } from './two-calls.ts';

/** One event of each kind that carries the same. */
type Each<K extends string, More = unknown> = K extends string ? { type: K } & More : never;
export type AgentEvent =
  | Each<'ready' | 'pause' | 'logout' | 'leg-up' | 'leg-missed' | 'away' | 'due' | 'swap'>
  /** The agent hung up; the exchange or the network lost it; we dropped a dead line. */
  | Each<'leg-lost' | 'leg-broke' | 'leg-dropped'>
  | { type: 'break'; breakId: number | null }
  | { type: 'switch'; campaignId: number }
  /** A manual or task call, a call from the pool, or a bridged caller. */
  | Each<'dial' | 'reserve' | 'bridged' | 'said', { attemptId: number }>
  /** A second call during a conversation, which is put on hold. */
  | Each<'second', { attemptId: number }>
  /**
   * `wraps`: a disposition is due, after a conversation or a call the agent dialled. `isUnanswered`: the agent did not
   * answer their phone.
   */
  | { type: 'call-ended'; attemptId: number; wraps: boolean; isUnanswered?: boolean };

interface Settings {
  now: number;
  /** 0: agents end it themselves. */
  wrapMaxMs: number;
}

const mostMissed = 2;

export const loggedIn = (campaignId: number, isFirstToday: boolean, isPerCall = false): AgentState => ({
  mode: 'PAUSED',
  activity: 'NONE',
  neverReady: isFirstToday,
  breakId: null,
  campaignId,
  wish: null,
  wishArg: null,
  isLegUp: false,
  missedLegs: 0,
  isPerCall,
  attemptId: null,
  beside: null,
  isSaid: false,
  dueAt: null,
});

/** The published status; a named break is `BREAK-<NAME>`. */
export function agentStatusOf(state: AgentState, breakName: string | null): string {
  if (state.mode === 'OFF') return 'logged-out';
  if (state.activity === 'RINGING') return 'ringing';
  if (state.activity === 'TALK') return 'on-call';
  if (state.activity === 'WRAP') return 'wrap-up';
  if (state.mode === 'BREAK') return breakName ? `BREAK-${breakName.toUpperCase()}` : 'Break';
  if (state.mode === 'READY') return state.activity === 'POOL' ? 'waiting' : 'Ready';
  return state.neverReady ? 'First-login' : 'IDLE';
}

const isFree = ({ activity }: AgentState): boolean => activity === 'NONE' || activity === 'POOL';
const hasCall = ({ activity }: AgentState): boolean => activity === 'RINGING' || activity === 'TALK';
const still = { activity: 'NONE', attemptId: null, beside: null, isSaid: false, dueAt: null } as const;
const noWish = { wish: null, wishArg: null } as const;

const off = (s: AgentState): AgentState => ({
  ...s,
  ...still,
  ...noWish,
  mode: 'OFF',
  breakId: null,
  isLegUp: false,
});
const paused = (s: AgentState): AgentState => ({
  ...s,
  ...still,
  ...noWish,
  mode: 'PAUSED',
  breakId: null,
  neverReady: false,
});
const onBreak = (s: AgentState, breakId: number | null): AgentState => ({
  ...s,
  ...still,
  ...noWish,
  mode: 'BREAK',
  breakId,
  neverReady: false,
});
/** Joins the pool, once the line is up. */
const pooled = (s: AgentState): AgentState => ({
  ...s,
  ...still,
  activity: s.isLegUp || s.isPerCall ? 'POOL' : 'NONE',
});

/** Call and disposition are finished: applies the wish, else the mode. */
function rested(s: AgentState): AgentState {
  if (s.wish === 'logout') return off(s);
  if (s.wish === 'pause') return paused(s);
  if (s.wish === 'break') return onBreak(s, s.wishArg);
  const there = s.wish === 'switch' ? { ...s, campaignId: s.wishArg ?? s.campaignId } : s;
  const rid = { ...there, ...still, ...noWish };
  return rid.mode === 'READY' ? pooled(rid) : rid;
}

function ready(s: AgentState): AgentState {
  const wanting: AgentState = {
    ...s,
    ...noWish,
    mode: 'READY',
    breakId: null,
    neverReady: false,
    missedLegs: 0,
  };
  return isFree(s) ? pooled(wanting) : wanting;
}

function wishFor(s: AgentState, wish: Wish, wishArg: number | null = null): AgentState {
  return { ...s, wish, wishArg };
}

function lostLeg(s: AgentState, isMissed: boolean): AgentState {
  if (s.isPerCall) return { ...s, isLegUp: false };
  const missedLegs = isMissed ? s.missedLegs + 1 : s.missedLegs;
  const there = { ...s, isLegUp: false, missedLegs };
  if (!isFree(s) || s.mode !== 'READY') return there;
  // The first missed ring is retried; the second pauses the agent with a notice.
  return isMissed && missedLegs < mostMissed ? { ...there, ...still } : { ...paused(there), missedLegs };
}

/** We dropped a dead line: the agent's choices stay, and they get no call until it is up again. */
const droppedLeg = (s: AgentState): AgentState => ({
  ...s,
  isLegUp: false,
  ...(s.activity === 'POOL' && { activity: 'NONE' }),
});

/** The agent did not answer their phone: the second time they are paused with a notice. */
function unanswered(s: AgentState): AgentState {
  const missedLegs = s.missedLegs + 1;
  const rests = missedLegs >= mostMissed && s.mode === 'READY' && (s.wish === null || s.wish === 'switch');
  const after = rested(rests ? { ...s, mode: 'PAUSED' } : s);
  return { ...after, missedLegs };
}

const wrapUntil = ({ now, wrapMaxMs }: Settings): number | null => (wrapMaxMs > 0 ? now + wrapMaxMs : null);

function ended(
  before: AgentState,
  { wraps, isUnanswered }: { wraps: boolean; isUnanswered?: boolean },
  settings: Settings,
): AgentState {
  const other = cameBack(before, wraps);
  if (other) return other;
  const s = before.isPerCall ? { ...before, isLegUp: false } : before;
  if (s.wish === 'logout') return off(s);
  if (isUnanswered) return unanswered(s);
  if (!wraps || s.isSaid) return written(s, settings);
  return { ...s, activity: 'WRAP', dueAt: wrapUntil(settings) };
}

/** The disposition of one call is saved; the other call's may be due. */
const written = (s: AgentState, settings: Settings): AgentState =>
  nextToWrite(s, wrapUntil(settings)) ?? rested(s);

type Told<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>;

/** Events of a call apply only to the agent's current calls. */
function ofCall(
  s: AgentState,
  event: Told<'bridged' | 'said' | 'call-ended'>,
  settings: Settings,
): AgentState | null {
  if (event.attemptId === s.beside?.attemptId) return ofBeside(s, event);
  if (event.attemptId !== s.attemptId) return null;
  if (event.type === 'bridged') return s.activity === 'RINGING' ? { ...s, activity: 'TALK' } : null;
  if (event.type === 'call-ended') return hasCall(s) ? ended(s, event, settings) : null;
  return s.activity === 'WRAP' ? written(s, settings) : { ...s, isSaid: true };
}

function taken(s: AgentState, event: Told<'dial' | 'reserve'>): AgentState | null {
  const isReachable =
    event.type === 'reserve'
      ? s.activity === 'POOL' && (s.isLegUp || s.isPerCall)
      : isFree(s) && s.mode !== 'BREAK';
  if (!isReachable) return null;
  return {
    ...s,
    activity: 'RINGING',
    attemptId: event.attemptId,
    isSaid: false,
    neverReady: false,
    dueAt: null,
  };
}

function wanted(s: AgentState, event: Told<'pause' | 'break' | 'switch' | 'logout'>): AgentState | null {
  switch (event.type) {
    case 'pause':
      if (s.mode === 'PAUSED' && s.neverReady && isFree(s)) return null;
      return isFree(s) ? paused(s) : wishFor(s, 'pause');
    case 'break':
      return isFree(s) ? onBreak(s, event.breakId) : wishFor(s, 'break', event.breakId);
    case 'switch':
      return isFree(s) ? { ...s, campaignId: event.campaignId } : wishFor(s, 'switch', event.campaignId);
    case 'logout':
      return hasCall(s) ? wishFor(s, 'logout') : off(s);
  }
}

/** The agent's page closed: they are paused; a live call continues. */
const away = (s: AgentState): AgentState | null => (s.activity === 'POOL' ? paused(s) : null);
/** Wrap-up timed out: the agent is paused, and no disposition is invented. */
const overdue = (s: AgentState, settings: Settings): AgentState | null => {
  if (s.activity !== 'WRAP') return null;
  const next = nextToWrite(s, wrapUntil(settings));
  if (next) return next;
  return s.wish === null || s.wish === 'switch' ? paused(rested(s)) : rested(s);
};

/** The state after an event, or null when nothing of it can happen now. */
export function stepAgent(s: AgentState, event: AgentEvent, settings: Settings): AgentState | null {
  if (s.mode === 'OFF') return null;
  switch (event.type) {
    case 'ready':
      return ready(s);
    case 'pause':
    case 'break':
    case 'switch':
    case 'logout':
      return wanted(s, event);
    case 'leg-up': {
      const up = { ...s, isLegUp: true, missedLegs: 0 };
      return s.mode === 'READY' && s.activity === 'NONE' ? pooled(up) : up;
    }
    case 'leg-lost':
    case 'leg-missed':
      return lostLeg(s, event.type === 'leg-missed');
    case 'leg-broke':
    case 'leg-dropped':
      return droppedLeg(s);
    case 'dial':
    case 'reserve':
      return taken(s, event);
    case 'bridged':
    case 'said':
    case 'call-ended':
      return ofCall(s, event, settings);
    case 'away':
      return away(s);
    case 'due':
      return overdue(s, settings);
    case 'second':
      return second(s, event.attemptId);
    case 'swap':
      return s.isLegUp ? swapped(s) : null;
  }
}
