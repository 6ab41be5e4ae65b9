/** Which roles get tasks, and when a task may be started. Pure. */
import type { RoleType } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';

export interface TaskStanding {
  isToday: boolean;
  /** Loans neither completed, nor failed, nor DNC (G047). */
  pending: number;
  dialer: 'idle' | 'busy' | 'off';
  /** Finished calls without a disposition (G043). */
  unsaid: number;
}

/** Checks the dialer first, then missing dispositions (G042). */
export function checkStart({ isToday, pending, dialer, unsaid }: TaskStanding): void {
  if (!isToday || pending === 0) throw new Failure('TASK_OVER');
  if (dialer !== 'idle') throw new Failure('DIALER_NOT_IDLE');
  if (unsaid > 0) throw new Failure('DISPOSITIONS_PENDING');
}

interface Person {
  id: number;
  roleType: RoleType;
}
/** Agents make tasks for themselves, others for agents below them (G202). */
export const mayGive = (actor: Person, to: Person): boolean =>
  actor.roleType === 'agent' ? to.id === actor.id : to.roleType === 'agent';
