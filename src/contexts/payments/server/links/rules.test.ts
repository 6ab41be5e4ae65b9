import { expect, test } from 'vitest';
import { stateOf } from './rules.ts';

const now = new Date('2026-11-20T06:00:00Z');
const link = {
  paidAt: null,
  revokedAt: null,
  isReplaced: false,
  isOver: false,
  expiresAt: '2026-11-21T06:00:00Z',
  openedAt: null,
};
test.each([
  [link, 'sent'],
  [{ ...link, openedAt: '2026-11-20T05:00:00Z' }, 'opened'],
  [{ ...link, expiresAt: '2026-11-20T06:00:00Z' }, 'expired'],
  [{ ...link, revokedAt: '2026-11-20T05:00:00Z' }, 'revoked'],
  [{ ...link, revokedAt: '2026-11-20T05:00:00Z', isReplaced: true }, 'replaced'],
  [{ ...link, revokedAt: '2026-11-20T05:00:00Z', isOver: true }, 'over'],
  [{ ...link, paidAt: '2026-11-20T05:00:00Z', revokedAt: '2026-11-20T05:00:00Z' }, 'paid'],
])('a link %o is %s', (one, state) => {
  expect(stateOf(one, now)).toBe(state);
});
