import { expect, test } from 'vitest';
import { nextSize, pieceSize } from './piece.ts';

test('a piece is smaller after one that took long, and as large as may be where pieces are quick', () => {
  const busy = [400, 300, 200, 150, 120, 110].reduce((size, ms) => nextSize(size, ms), pieceSize);
  expect(busy).toBe(50);
  expect(nextSize(busy, 30)).toBe(100);
  expect(nextSize(pieceSize, 30)).toBe(pieceSize);
});
