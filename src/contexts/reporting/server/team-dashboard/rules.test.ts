import { expect, test } from 'vitest';
import { rangeOf } from './rules.ts';

test.each([
  [0, '0-25'],
  [25, '0-25'],
  [25.01, '26-50'],
  [100, '76-100'],
  [100.01, 'Above 100'],
])('%d percent is in the range %s', (percent, range) => expect(rangeOf(percent)).toBe(range));
