/** Two calls of one agent: they speak in one, and the other hears music, or is over and yet to be written down. Pure. */
import type { AgentState } from './agent.ts';

/** The call on hold beside the present one. */
export const heldBeside = ({ beside }: Pick<AgentState, 'beside'>): number | null =>
  beside === null || beside.isOver ? null : beside.attemptId;

/** What the calls of an agent are told as the agent turns from one to another. */
export function turnsOf(before: AgentState, after: AgentState): { id: number; type: 'aside' | 'back' }[] {
  const [was, is] = [heldBeside(before), heldBeside(after)];
  if (was === is) return [];
  const aside = is === null ? [] : [{ id: is, type: 'aside' } as const];
  return was !== null && after.attemptId === was ? [...aside, { id: was, type: 'back' }] : aside;
}

/** A second call is placed out of the first, which is left on hold. */
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

/** The present call is over, and they speak in the other again; null: nobody waits there. */
export function cameBack(s: AgentState, wraps: boolean): AgentState | null {
  if (s.attemptId === null || !s.beside || s.beside.isOver) return null;
  const { attemptId, isSaid } = s.beside;
  const left = wraps && !s.isSaid ? { attemptId: s.attemptId, isSaid: false, isOver: true } : null;
  return { ...s, activity: 'TALK', attemptId, isSaid, beside: left, dueAt: null };
}

/** Of the call that ended first the outcome is asked for after that of the last. */
export function nextToWrite(s: AgentState, dueAt: number | null): AgentState | null {
  if (!s.beside?.isOver) return null;
  return { ...s, activity: 'WRAP', attemptId: s.beside.attemptId, isSaid: false, beside: null, dueAt };
}

/** What is told of the call beside the present one. */
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
