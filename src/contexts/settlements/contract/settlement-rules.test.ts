import { expect, test } from 'vitest';
import { isAllowed, maySend, reasonOf, settlementStatuses } from './settlement-rules.ts';

const allowed = (what: Parameters<typeof isAllowed>[0]) =>
  settlementStatuses.filter((status) => isAllowed(what, status));

test('what is open can be decided; a rejected one must be asked for again first', () => {
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

test('nothing but reopening is done with a void one', () => {
  for (const what of ['decide', 'amount', 'query', 'reinitiate', 'send'] as const)
    expect(isAllowed(what, 'Void')).toBe(false);
});

test('whoever approved it last, and nobody else, hands it to the lender', () => {
  const approved = { status: 'Approved', lastApprovalUser: 7 } as const;
  expect(maySend({ ...approved, viewerEntry: 7 })).toBe(true);
  expect(maySend({ ...approved, viewerEntry: 8 })).toBe(false);
  expect(maySend({ ...approved, viewerEntry: undefined })).toBe(false);
  expect(maySend({ status: 'ReOpened', lastApprovalUser: 7, viewerEntry: 7 })).toBe(false);
});

test('the sign ~ is taken out of a reason', () => {
  expect(reasonOf(' too ~ low~ ')).toBe('too  low');
});
