import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf, seed } from '../../../../tests/prove.ts';
import {
  type ComplaintState,
  complaintActs,
  complaintStates,
  mayAct,
  stateAfter,
} from './complaint-rules.ts';

test('no sequence of actions closes a complaint without an answer since its opening', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...complaintActs), { maxLength: 40 }), (acts) => {
      let state: ComplaintState = 'open';
      let isAnswered = false;
      for (const act of acts) {
        const next = stateAfter(state, act);
        if (next === undefined) continue;
        if (act === 'answer') isAnswered = true;
        if (act === 'reopen') isAnswered = false;
        if (next === 'closed') expect(isAnswered).toBe(true);
        state = next;
      }
    }),
    { numRuns: runsOf(2000, 100_000), seed },
  );
});

test('a closed complaint can be noted on and opened again, and nothing else', () => {
  expect(complaintActs.filter((act) => stateAfter('closed', act))).toEqual(['note', 'reopen']);
  expect(complaintStates.every((state) => stateAfter(state, 'note') === state)).toBe(true);
});

test('users cannot act on complaints about themselves, and agents on none', () => {
  expect(mayAct({ id: 4, roleType: 'tech_lead' }, { aboutId: 4 })).toBe(false);
  expect(mayAct({ id: 4, roleType: 'system_admin' }, { aboutId: 4 })).toBe(false);
  expect(mayAct({ id: 5, roleType: 'tech_lead' }, { aboutId: 4 })).toBe(true);
  expect(mayAct({ id: 5, roleType: 'agent' }, { aboutId: null })).toBe(false);
  expect(mayAct({ id: 5, roleType: 'client' }, { aboutId: null })).toBe(false);
});
