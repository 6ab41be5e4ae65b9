/** Two calls of one agent: one is active, the other on hold or ended without a disposition. Pure. */
import type { AgentState } from './agent.ts';

/** The held call of the agent. */
export const heldBeside = ({ beside }: Pick<AgentState, 'beside'>): number | null =>
  beside === null || beside.isOver ? null : beside.attemptId;

/** Hold and resume events of the calls when an agent swaps. */
export function turnsOf(before: AgentState, after: AgentState): { id: number; type: 'aside' | 'back' }[] {
  const [was, is] = [heldBeside(before), heldBeside(after)];
  if (was === is) return [];
  const aside = is === null ? [] : [{ id: is, type: 'aside' } as const];
  return was !== null && after.attemptId === was ? [...aside, { id: was, type: 'back' }] : aside;
}

/** A second call is placed and the first put on hold. */
export function second(s: AgentState, attemptId: number): AgentState | null {
  if (s.activity !== 'TALK' || !s.isLegUp || s.isPerCall || s.beside !== null) return null;
  if (s.attemptId === null || s.attemptId === attemptId) return null;
  const beside = { attemptId: s.attemptId, isSaid: s.isSaid, isOver: false };
  return { ...s, activity: 'RINGING', attemptId, isSaid: false, beside };
}

export function swapped(s: AgentState): AgentState | null {
  if (s.activity !== 'TALK' || s.attemptId === null || !s.beside || s.beside.isOver) return null;
  const { attemptId, isSaid } = s.beside;
  return { ...s, attemptId, isSaid, beside: { attemptId: s.attemptId, isSaid: s.isSaid, isOver: false } };
}

/** The current call is over and the held one becomes active; null without a held call. */
export function cameBack(s: AgentState, wraps: boolean): AgentState | null {
  if (s.attemptId === null || !s.beside || s.beside.isOver) return null;
  const { attemptId, isSaid } = s.beside;
  const left = wraps && !s.isSaid ? { attemptId: s.attemptId, isSaid: false, isOver: true } : null;
  return { ...s, activity: 'TALK', attemptId, isSaid, beside: left, dueAt: null };
}

/** The disposition of the call that ended first is due after that of the last. */
export function nextToWrite(s: AgentState, dueAt: number | null): AgentState | null {
  if (!s.beside?.isOver) return null;
  return { ...s, activity: 'WRAP', attemptId: s.beside.attemptId, isSaid: false, beside: null, dueAt };
}

/** Events of the second call. */
export function ofBeside(
  s: AgentState,
  event: { type: 'bridged' } | { type: 'said' } | { type: 'call-ended'; wraps: boolean },
): AgentState | null {
  const { beside } = s;
  if (!beside || event.type === 'bridged') return null;
  if (event.type === 'said') return { ...s, beside: beside.isOver ? null : { ...beside, isSaid: true } };
  if (beside.isOver) return null;
  return { ...s, beside: event.wraps && !beside.isSaid ? { ...beside, isOver: true } : null };
}
