import { expect, test } from 'vitest';
import { whyKept } from './erase-rules.ts';

const now = new Date('2026-11-23T10:00:00Z');
const closed = {
  erasedAt: null,
  active: 0,
  closedAt: [new Date('2021-11-20'), new Date('2019-01-01')],
  months: 60,
};

test("a borrower may be erased when all loans are closed for the client's retention period", () => {
  expect(whyKept(closed, now)).toBeUndefined();
  expect(whyKept({ ...closed, months: 61 }, now)).toMatchObject({
    code: 'ERASE_TOO_SOON',
    facts: { day: '2026-12-20' },
  });
  expect(whyKept({ ...closed, active: 2 }, now)).toMatchObject({
    code: 'ERASE_LOAN_ACTIVE',
    facts: { count: 2 },
  });
  expect(whyKept({ ...closed, erasedAt: '2026-11-01T00:00:00Z' }, now)).toMatchObject({
    code: 'ERASED_ALREADY',
  });
  expect(whyKept({ ...closed, closedAt: [now], months: 0 }, now)).toBeUndefined();
});
