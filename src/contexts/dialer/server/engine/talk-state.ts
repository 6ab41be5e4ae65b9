/** Conversation part of a call: hold, swap and transfer. Pure. */
import type { AttemptState, Transfer } from './attempt/attempt.ts';

export type TalkEvent =
  | { type: 'hold' | 'resume' }
  /** The agent swaps to another call, and returns. */
  | { type: 'aside' | 'back' }
  | { type: 'transfer'; to: Omit<Transfer, 'stage'> }
  /** The transfer target answered; the agent left; the target did not answer, or left. */
  | { type: 'joined' | 'handed' | 'returned' }
  /** The agent's line was lost without a hang-up by the agent. */
  | { type: 'line-lost' }
  /** The agent resumes a call with a lost line; without a line (`isUp`) it resumes when the line is up. */
  | { type: 'line-resumed'; isUp: boolean };

export const talkGuardMs = 60 * 60_000;
/** How long the target of a transfer is rung. */
export const transferRingMs = 25_000;
/** Duration of hold music for an agent whose line was lost; and for the line the agent resumes with. */
export const lineLossMs = 20_000;

/** Resumed by its agent. Without the agent's line the hold continues. */
export function resumed(s: AttemptState, now: number): AttemptState {
  if (s.heldAt === null) return s;
  const asideMs = s.asideAt === null ? s.asideMs : (s.asideMs ?? 0) + now - s.asideAt;
  const back = { ...s, asideAt: null, asideMs };
  return s.lineLoss ? back : { ...back, heldAt: null, heldMs: s.heldMs + now - s.heldAt };
}

const guardOf = ({ bridgedAt, dueAt, endReason }: AttemptState, now: number): number | null =>
  endReason === null ? (bridgedAt ?? now) + talkGuardMs : dueAt;

function asked(s: AttemptState, to: Omit<Transfer, 'stage'>, now: number): AttemptState | null {
  if (s.state !== 'bridged' || s.endReason !== null || s.transfer !== null || s.asideAt !== null) return null;
  if (s.lineLoss) return null;
  const dueAt = Math.min(now + transferRingMs, s.dueAt ?? Infinity);
  return { ...s, heldAt: s.heldAt ?? now, transfer: { ...to, stage: 'ringing' }, dueAt };
}

function handed(s: AttemptState, transfer: Transfer, now: number): AttemptState {
  const back = resumed(s, now);
  return transfer.isLine
    ? { ...back, agentId: transfer.toUserId, transfer: null }
    : { ...back, transfer: { ...transfer, stage: 'handed' } };
}

function joined(s: AttemptState, transfer: Transfer, now: number): AttemptState {
  const there = { ...transfer, stage: 'joined' } as const;
  const after: AttemptState = { ...s, transfer: there, dueAt: guardOf(s, now) };
  return transfer.isBlind ? handed(after, there, now) : after;
}

/** The first agent has the borrower again. */
export const returned = (s: AttemptState, now: number): AttemptState => ({
  ...resumed(s, now),
  transfer: null,
  dueAt: guardOf(s, now),
});

/** Hold music until the agent resumes; a ringing transfer is cancelled. A joined party keeps the call. */
function lineLost(s: AttemptState, now: number): AttemptState | null {
  if (s.lineLoss || (s.transfer !== null && s.transfer.stage !== 'ringing')) return null;
  const dueAt = Math.min(now + lineLossMs, guardOf(s, now) ?? Infinity);
  const lineLoss = { at: now, isResuming: false };
  return { ...s, heldAt: s.heldAt ?? now, transfer: null, lineLoss, lineLosses: s.lineLosses + 1, dueAt };
}

/** A call on hold for the agent's other one remains on hold. */
function lineResumed(s: AttemptState, isUp: boolean, now: number): AttemptState | null {
  if (!s.lineLoss || s.endReason !== null) return null;
  if (!isUp && s.lineLoss.isResuming) return null;
  if (!isUp) return { ...s, lineLoss: { ...s.lineLoss, isResuming: true }, dueAt: now + lineLossMs };
  const there = { ...s, lineLoss: null, dueAt: guardOf(s, now) };
  return s.asideAt === null ? resumed(there, now) : there;
}

/** A transfer without an answer so far. */
export const isAwaited = ({ state, transfer }: AttemptState): boolean =>
  state === 'bridged' && transfer?.stage === 'ringing';

export function stepTalk(s: AttemptState, event: TalkEvent, now: number): AttemptState | null {
  const { transfer } = s;
  const isOn = s.state === 'bridged' && s.endReason === null;
  switch (event.type) {
    case 'hold':
      return isOn && s.heldAt === null && transfer?.stage !== 'handed' ? { ...s, heldAt: now } : null;
    case 'resume':
      return s.heldAt === null || s.asideAt !== null || s.lineLoss ? null : resumed(s, now);
    case 'aside':
      return isOn && transfer === null && s.asideAt === null && !s.lineLoss
        ? { ...s, heldAt: s.heldAt ?? now, asideAt: now, asideMs: s.asideMs ?? 0 }
        : null;
    case 'back':
      return s.asideAt === null ? null : resumed(s, now);
    case 'transfer':
      return asked(s, event.to, now);
    case 'joined':
      return isOn && transfer?.stage === 'ringing' ? joined(s, transfer, now) : null;
    case 'handed':
      return isOn && transfer?.stage === 'joined' ? handed(s, transfer, now) : null;
    case 'returned':
      return transfer && transfer.stage !== 'handed' ? returned(s, now) : null;
    case 'line-lost':
      return isOn ? lineLost(s, now) : null;
    case 'line-resumed':
      return lineResumed(s, event.isUp, now);
  }
}
