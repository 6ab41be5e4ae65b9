import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrPicture } from './qr.ts';

const border = 4;
/** The side of a picture without its border, and where it is dark. */
function readPicture(svg: string): { side: number; dark: Set<string> } {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]) - 2 * border;
  const places = svg.matchAll(/M(\d+),(\d+)h1v1h-1z/g);
  return {
    side,
    dark: new Set([...places].map(([, x, y]) => `${Number(x) - border},${Number(y) - border}`)),
  };
}
const print = (text: string): string => {
  const { side, dark } = readPicture(qrPicture(text));
  const rows = Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (__, x) => Number(dark.has(`${x},${y}`))).join(''),
  );
  return hash('sha256', rows.join('\n')).slice(0, 12);
};

test('codes of every size equal those of another encoder', () => {
  expect(['ab', 'a'.repeat(100), 'upi://pay?pa=asha%40example&cu=INR', 'a'.repeat(213)].map(print)).toEqual([
    '607fe98577c1',
    'ba08630a4dbd',
    '7cecf7a5c751',
    '1eb25314409e',
  ]);
});

test('longer text grows the code, and too long a text is rejected', () => {
  const sides = ['a', 'a'.repeat(50), 'a'.repeat(200)].map((text) => readPicture(qrPicture(text)).side);
  expect(sides).toEqual([21, 33, 57]);
  expect(() => qrPicture('a'.repeat(667))).toThrow(RangeError);
  expect(qrPicture('a')).toMatch(/^<svg [^>]+viewBox="0 0 29 29"/);
});
