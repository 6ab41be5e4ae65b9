import { expect, test } from 'vitest';
import { loginOf } from './login-rules.ts';

const lines = { hasExchange: true, usual: 'nailed' as const, ownPhone: null, lastCampaignId: null };
const two = [{ id: 4 }, { id: 9 }];

test('whoever was in a campaign is signed in to it again, if they still are in it', () => {
  expect(loginOf({ ...lines, lastCampaignId: 9 }, two)).toEqual({ campaignId: 9, leg: 'nailed' });
  expect(loginOf({ ...lines, lastCampaignId: 7 }, two)).toBeUndefined();
});

test('the only campaign is taken; of several nobody chooses for a person', () => {
  expect(loginOf(lines, [{ id: 4 }])).toEqual({ campaignId: 4, leg: 'nailed' });
  expect(loginOf(lines, two)).toBeUndefined();
  expect(loginOf(lines, [])).toBeUndefined();
});

test('an own phone is rung at the number of the last time; without one, or an exchange, the sheet says what is needed', () => {
  const own = { ...lines, usual: 'per_call' as const };
  const ownPhone = '9000000001';
  expect(loginOf({ ...own, ownPhone }, [{ id: 4 }])).toEqual({ campaignId: 4, leg: 'per_call', ownPhone });
  expect(loginOf(own, [{ id: 4 }])).toBeUndefined();
  expect(loginOf({ ...lines, hasExchange: false }, [{ id: 4 }])).toBeUndefined();
});
