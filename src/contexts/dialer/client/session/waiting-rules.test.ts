import { expect, test } from 'vitest';
import { waitingReasons } from '#contexts/dialer/contract/waiting.ts';
import { pollIntervalOf } from './waiting-rules.ts';

test('the reason is polled every second while leads are prepared, otherwise every ten seconds', () => {
  expect(pollIntervalOf('filling')).toBe(1000);
  for (const reason of [undefined, ...waitingReasons.filter((one) => one !== 'filling')])
    expect(pollIntervalOf(reason)).toBe(10_000);
});
