import { expect, test } from 'vitest';
import type { Failure } from '#kernel/contract/failure.ts';
import { type TaskStanding, checkStart, mayGive } from './rules.ts';

const ready: TaskStanding = { isToday: true, pending: 3, dialer: 'idle', unsaid: 0 };
test.each<[string, Partial<TaskStanding>, string | undefined]>([
  ['everything is ready', {}, undefined],
  ['it is of another day', { isToday: false }, 'TASK_OVER'],
  ['nothing is left to call', { pending: 0 }, 'TASK_OVER'],
  ['the dialer is not logged in', { dialer: 'off' }, 'DIALER_NOT_IDLE'],
  ['a call is on', { dialer: 'busy' }, 'DIALER_NOT_IDLE'],
  ['a call has no outcome', { unsaid: 1 }, 'DISPOSITIONS_PENDING'],
  ['both hold: the dialer is asked first', { dialer: 'off', unsaid: 1 }, 'DIALER_NOT_IDLE'],
])('a task is started only when it can be: %s', (_, o, code) => {
  const refusal = (): string | undefined => {
    try {
      checkStart({ ...ready, ...o });
      return undefined;
    } catch (error) {
      return (error as Failure).code;
    }
  };
  expect(refusal()).toBe(code);
});

test('agents make tasks for themselves, others for agents', () => {
  const agent = { id: 1, roleType: 'agent' } as const;
  const lead = { id: 2, roleType: 'tech_lead' } as const;
  expect(mayGive(agent, agent)).toBe(true);
  expect(mayGive(agent, { id: 3, roleType: 'agent' })).toBe(false);
  expect(mayGive(lead, agent)).toBe(true);
  expect(mayGive(lead, lead)).toBe(false);
});
