import { expect, test } from 'vitest';
import { shadeOf } from './heat-map.tsx';

test('nothing has no shade, the least has one, the most the last', () => {
  expect([0, 0.001, 0.5, 1, 7].map(shadeOf)).toEqual([0, 1, 4, 8, 8]);
});
