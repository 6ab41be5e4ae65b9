import { expect, test } from 'vitest';
import { isAllowed, maySend, reasonOf, settlementStatuses } from './settlement-rules.ts';

const allowed = (what: Parameters<typeof isAllowed>[0]) =>
  settlementStatuses.filter((status) => isAllowed(what, status));

test('open settlements can be decided; a rejected one must be requested again first', () => {
  expect(allowed('decide')).toEqual([
    'Inprogress',
    'QueryRaised',
    'AmountUpdated',
    'ReInitiated',
    'ReOpened',
  ]);
  expect(allowed('bulkApprove')).toEqual(['Inprogress']);
  expect(allowed('reinitiate')).toEqual(['Rejected']);
  expect(allowed('reopen')).toEqual(['Approved', 'Rejected', 'Void']);
});

test('a void settlement can only be reopened', () => {
  for (const what of ['decide', 'amount', 'query', 'reinitiate', 'send'] as const)
    expect(isAllowed(what, 'Void')).toBe(false);
});

test('only the last approver can submit a settlement to the lender', () => {
  const approved = { status: 'Approved', lastApprovalUser: 7 } as const;
  expect(maySend({ ...approved, viewerEntry: 7 })).toBe(true);
  expect(maySend({ ...approved, viewerEntry: 8 })).toBe(false);
  expect(maySend({ ...approved, viewerEntry: undefined })).toBe(false);
  expect(maySend({ status: 'ReOpened', lastApprovalUser: 7, viewerEntry: 7 })).toBe(false);
});

test('the sign ~ is removed from a reason', () => {
  expect(reasonOf(' too ~ low~ ')).toBe('too  low');
});
