import { expect, test } from 'vitest';
import { lineHere, loginOf } from './login-rules.ts';

const lines = {
  hasExchange: true,
  legs: ['nailed' as const, 'per_call' as const, 'webrtc' as const],
  usual: 'nailed' as const,
  ownPhone: null,
  lastCampaignId: null,
};
const two = [{ id: 4 }, { id: 9 }];

test('login repeats the last campaign if the agent is still assigned to it', () => {
  expect(loginOf({ ...lines, lastCampaignId: 9 }, two, false)).toEqual({ campaignId: 9, leg: 'nailed' });
  expect(loginOf({ ...lines, lastCampaignId: 7 }, two, false)).toBeUndefined();
});

test('login selects the only campaign, and none of several', () => {
  expect(loginOf(lines, [{ id: 4 }], false)).toEqual({ campaignId: 4, leg: 'nailed' });
  expect(loginOf(lines, two, false)).toBeUndefined();
  expect(loginOf(lines, [], false)).toBeUndefined();
});

test('login with a phone uses the last number, or shows what is missing', () => {
  const own = { ...lines, usual: 'per_call' as const };
  const ownPhone = '9000000001';
  expect(loginOf({ ...own, ownPhone }, [{ id: 4 }], false)).toEqual({
    campaignId: 4,
    leg: 'per_call',
    ownPhone,
  });
  expect(loginOf(own, [{ id: 4 }], false)).toBeUndefined();
  expect(loginOf({ ...lines, hasExchange: false }, [{ id: 4 }], false)).toBeUndefined();
});

test('a phone in the hand is not rung at a desk: it speaks itself, or is rung at its number', () => {
  expect(loginOf(lines, [{ id: 4 }], true)).toEqual({ campaignId: 4, leg: 'webrtc' });
  const byNumber = { ...lines, legs: ['nailed' as const, 'per_call' as const] };
  expect(lineHere({ ...byNumber, ownPhone: '9000000001' }, true)).toBe('per_call');
  expect(lineHere(byNumber, true)).toBe('nailed');
  expect(lineHere(lines, false)).toBe('nailed');
});
