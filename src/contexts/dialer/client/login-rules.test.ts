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

test('whoever was in a campaign is signed in to it again, if they still are in it', () => {
  expect(loginOf({ ...lines, lastCampaignId: 9 }, two, false)).toEqual({ campaignId: 9, leg: 'nailed' });
  expect(loginOf({ ...lines, lastCampaignId: 7 }, two, false)).toBeUndefined();
});

test('the only campaign is taken; of several nobody chooses for a person', () => {
  expect(loginOf(lines, [{ id: 4 }], false)).toEqual({ campaignId: 4, leg: 'nailed' });
  expect(loginOf(lines, two, false)).toBeUndefined();
  expect(loginOf(lines, [], false)).toBeUndefined();
});

test('an own phone is rung at the number of the last time; without one, or an exchange, the sheet says what is needed', () => {
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
