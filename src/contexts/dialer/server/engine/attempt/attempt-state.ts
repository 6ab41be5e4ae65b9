/** State machine of one call, from claim to outcome. Pure; events may be duplicate, late and out of order. */
import {
  type AttemptState,
  type AttemptStateName,
  type CallOutcome,
  type EndReason,
  type EndedBy,
  attemptStates,
} from './attempt.ts';
import { unansweredOutcome } from '../../trunks/call-fault.ts';
import { type TalkEvent, isAwaited, resumed, returned, stepTalk, talkGuardMs } from '../talk-state.ts';

/** Ends with an announcement that no agent is free. */
export const isSpokenEnd = (reason: EndReason | null): boolean =>
  reason === 'patience' || reason === 'nobody' || reason === 'line-lost';

export type AttemptEvent =
  /** `progress`: early media (183), such as an announcement, before any ring. */
  | { type: 'originated' | 'progress' | 'ringing' | 'picked-up' | 'answered' | 'bridged' | 'due' }
  /** `leaves`: a message is played, so the call needs no agent. */
  | { type: 'machine'; leaves?: boolean }
  | TalkEvent
  /** The provider no longer has the call. `isOurs`: an outbound call, which may have been answered unheard (abandoned). */
  | { type: 'missing'; isOurs: boolean }
  /** `withinMs`: time limit until the bridge, if longer than the default. */
  | { type: 'agent-found'; agentId: number; withinMs?: number }
  | { type: 'end'; reason: EndReason }
  | { type: 'refused'; isRetryable: boolean }
  /** `wasAnswered`: the call had been answered, even if the answer event was lost. `sip`: status that rejected it. */
  | { type: 'ended'; cause: number | null; by: EndedBy; sip?: number; wasAnswered?: boolean };

interface Timers {
  now: number;
  ringMs: number;
  patienceMs: number;
}
/** Waiting for the provider's word on a new call, and for its word that one we ended is over. */
const acknowledgeMs = 5000;
/** Time for the announcement that no agent is free to play to its end. */
const farewellMs = 20_000;
/** Time for an answering machine's greeting and our message: longer than the dialplan's maximum. */
const leavingMs = 130_000;
/** The longest an exchange listens for a machine. */
export const checkMs = 3000;
/** A claimed call that was not dialled within this time is dropped: its agent has waited long enough. */
export const claimMs = 8000;
/** Time for the agent's phone to ring and the confirming key, before the borrower is dialled. */
export const ownPhoneMs = 40_000;
export const claimMsOf = ({ isPerCall }: { isPerCall: boolean }): number =>
  isPerCall ? ownPhoneMs : claimMs;

/**
 * Outcome of an answered call that ended before the exchange connected an agent. If the borrower hangs up on an
 * agent-placed call it is not abandoned: the agent was on the line.
 */
function unspokenOutcome({ placedBy, endReason }: AttemptState): CallOutcome {
  if (placedBy === 'caller') return 'no_answer';
  return placedBy === 'agent' && endReason === null ? 'rejected' : 'abandoned';
}

function outcomeOf(
  s: AttemptState,
  { cause, sip }: { cause: number | null; sip?: number } = { cause: null },
): CallOutcome {
  const { state, endReason, bridgedAt, ringingAt, progressAt } = s;
  if (bridgedAt !== null) return 'connected';
  if (endReason === 'machine' || state === 'amd') return 'machine';
  // An inbound caller who never reached an agent.
  if (endReason === 'agent-missed') return 'no_answer';
  if (state === 'answered' || state === 'queued') return unspokenOutcome(s);
  if (endReason === 'timeout' || endReason === 'nobody') return 'no_answer';
  if (endReason !== null) return 'cancelled';
  return unansweredOutcome({ cause, sip, hasRung: ringingAt !== null, hasProgress: progressAt !== null });
}

/** The answer event was missed: answered as of now. */
const heardLate = (s: AttemptState): AttemptState =>
  ['originating', 'ringing'].includes(s.state) && s.endReason === null ? { ...s, state: 'answered' } : s;
/** Answered and in answering-machine detection. */
const isChecked = (s: AttemptState): boolean => s.state === 'ringing' && s.answeredAt !== null;

const order = (state: AttemptStateName): number => attemptStates.indexOf(state);

function end(
  s: AttemptState,
  outcome: CallOutcome,
  at: number,
  more: Partial<AttemptState> = {},
): AttemptState {
  const over = { outcome, endedAt: at, dueAt: null, transfer: null, lineLoss: null };
  return { ...resumed({ ...s, lineLoss: null }, at), state: 'ended', ...over, ...more };
}

function forward(s: AttemptState, state: AttemptStateName, more: Partial<AttemptState>): AttemptState | null {
  return order(state) > order(s.state) ? { ...s, ...more, state } : null;
}

/** Requests the end. The first reason remains; the call is over when the provider confirms it or on timeout. */
function wish(s: AttemptState, reason: EndReason, now: number): AttemptState | null {
  if (s.endReason !== null) return null;
  // No dial command was sent, so there is no confirmation.
  if (s.state === 'claimed') return end(s, 'cancelled', now, { endReason: reason, endedBy: 'us' });
  const withinMs = reason === 'message' ? leavingMs : isSpokenEnd(reason) ? farewellMs : acknowledgeMs;
  return { ...s, endReason: reason, dueAt: now + withinMs };
}

/** A ringing call that was lost may have been answered: it is recorded as answered, thus abandoned. */
function missing(s: AttemptState, isOurs: boolean, now: number): AttemptState {
  const wasAnswered = order(s.state) >= order('answered');
  const outcome = wasAnswered
    ? outcomeOf(s)
    : s.endReason === null && s.state === 'ringing'
      ? 'abandoned'
      : 'lost';
  return end(s, isOurs || s.bridgedAt !== null ? outcome : 'lost', now, { endedBy: 'network' });
}

function due(s: AttemptState, now: number): AttemptState | null {
  if (s.dueAt === null || now < s.dueAt) return null;
  if (s.endReason !== null) return end(s, outcomeOf(s), now, { endedBy: 'us' });
  if (s.lineLoss) return wish(s, 'line-lost', now);
  if (isAwaited(s)) return returned(s, now);
  if (isChecked(s)) return wish(heardLate(s), 'patience', now);
  switch (s.state) {
    case 'claimed':
      return end(s, 'cancelled', now, { endedBy: 'us' });
    case 'ringing':
    case 'originating':
      return wish(s, 'timeout', now);
    case 'answered':
    case 'amd':
    case 'queued':
      return wish(s, 'patience', now);
    default:
      return wish(s, 'talk-guard', now);
  }
}

const goesOn = (s: AttemptState, dueAt: number): number | null => (s.endReason === null ? dueAt : s.dueAt);

/** A phone rings, possibly after early media. */
function rings(s: AttemptState, { now, ringMs }: Timers): AttemptState | null {
  const rang = { ringingAt: now, dueAt: goesOn(s, now + ringMs) };
  const isNow = s.state === 'ringing' && s.ringingAt === null && s.answeredAt === null;
  return isNow ? { ...s, ...rang } : forward(s, 'ringing', rang);
}

/** Answered by the network while answering-machine detection is running. */
function pickedUp(s: AttemptState, { now, patienceMs }: Timers): AttemptState | null {
  if (order(s.state) > order('ringing') || s.answeredAt !== null) return null;
  const rang = { ringingAt: s.ringingAt ?? now, answeredAt: now };
  return { ...s, ...rang, state: 'ringing', dueAt: goesOn(s, now + checkMs + patienceMs) };
}

function machine(s: AttemptState, leaves: boolean, now: number): AttemptState | null {
  if (order(s.state) >= order('queued')) return null;
  const found = { ...s, state: 'amd', answeredAt: s.answeredAt ?? now } as const;
  return leaves ? wish({ ...found, agentId: null }, 'message', now) : wish(found, 'machine', now);
}

/** Progress of the borrower's leg, before an agent has the call. */
function reached(
  s: AttemptState,
  what: 'originated' | 'progress' | 'ringing' | 'picked-up' | 'answered',
  t: Timers,
): AttemptState | null {
  const { now } = t;
  switch (what) {
    case 'originated':
      return forward(s, 'originating', { dueAt: now + t.ringMs + acknowledgeMs });
    case 'progress':
      // An agent on the line also hears announcements after ringing.
      if (s.placedBy === 'agent' && s.state === 'ringing' && s.progressAt === null && s.answeredAt === null)
        return { ...s, progressAt: now };
      return forward(s, 'ringing', { progressAt: now, dueAt: goesOn(s, now + t.ringMs) });
    case 'ringing':
      return rings(s, t);
    case 'picked-up':
      return pickedUp(s, t);
    case 'answered':
      return forward(s, 'answered', {
        answeredAt: s.answeredAt ?? now,
        dueAt: goesOn(s, now + t.patienceMs),
      });
  }
}

/** The attempt after an event, or null when nothing changes. */
export function stepAttempt(s: AttemptState, event: AttemptEvent, t: Timers): AttemptState | null {
  if (s.state === 'ended') return null;
  const { now } = t;
  switch (event.type) {
    case 'originated':
    case 'progress':
    case 'ringing':
    case 'picked-up':
    case 'answered':
      return reached(s, event.type, t);
    case 'machine':
      return machine(s, event.leaves ?? false, now);
    case 'agent-found':
      return forward(s, 'queued', {
        agentId: event.agentId,
        answeredAt: s.answeredAt ?? now,
        dueAt: goesOn(s, now + (event.withinMs ?? acknowledgeMs)),
      });
    case 'bridged':
      return forward(s, 'bridged', {
        answeredAt: s.answeredAt ?? now,
        bridgedAt: now,
        dueAt: goesOn(s, now + talkGuardMs),
      });
    case 'end':
      return wish(s, event.reason, now);
    case 'refused':
      // Later events show that the provider did carry it.
      if (order(s.state) > order('originating')) return null;
      return end(s, event.isRetryable ? 'congestion' : 'invalid', now, { endedBy: 'network' });
    case 'ended':
      return end(s, outcomeOf(event.wasAnswered || isChecked(s) ? heardLate(s) : s, event), now, {
        cause: event.cause,
        endedBy: event.by,
      });
    case 'missing':
      return missing(s, event.isOurs, now);
    case 'due':
      return due(s, now);
    default:
      return stepTalk(s, event, now);
  }
}
