import { expect, test } from 'vitest';
import { waitingReasons } from '#contexts/dialer/contract/waiting.ts';
import { askAgainIn } from './waiting-rules.ts';

test('leads that are being prepared are asked for again within a second, other reasons every ten', () => {
  expect(askAgainIn('filling')).toBe(1000);
  for (const reason of [undefined, ...waitingReasons.filter((one) => one !== 'filling')])
    expect(askAgainIn(reason)).toBe(10_000);
});
