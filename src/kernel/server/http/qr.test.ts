import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrOf, qrPicture } from './qr.ts';

const print = (text: string): string =>
  hash(
    'sha256',
    qrOf(text)
      .map((row) => row.map(Number).join(''))
      .join('\n'),
  ).slice(0, 12);

test('codes of every size are as another encoder made them', () => {
  expect(['ab', 'a'.repeat(100), 'upi://pay?pa=asha%40example&cu=INR', 'a'.repeat(213)].map(print)).toEqual([
    '607fe98577c1',
    'ba08630a4dbd',
    '7cecf7a5c751',
    '1eb25314409e',
  ]);
});

test('longer text grows the code, and too long a text is refused', () => {
  expect(['a', 'a'.repeat(50), 'a'.repeat(200)].map((text) => qrOf(text).length)).toEqual([21, 33, 57]);
  expect(() => qrOf('a'.repeat(214))).toThrow(RangeError);
  expect(qrPicture('a')).toMatch(/^<svg [^>]+viewBox="0 0 29 29"/);
});
