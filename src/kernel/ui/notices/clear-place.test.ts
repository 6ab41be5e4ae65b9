import { expect, test } from 'vitest';
import { clearTop } from './clear-place.ts';

const bar = { left: 0, right: 390, top: 0, bottom: 56 };
const toast = { left: 12, right: 378, height: 60 };

test('a toast is at the top where nothing must stay clear', () => {
  expect(clearTop(toast, [], 844)).toBe(12);
  // Next to it, out of view, or not rendered.
  const beside = { left: 379, right: 700, top: 0, bottom: 56 };
  const away = { ...bar, top: -80, bottom: -10 };
  expect(clearTop(toast, [beside, away, { ...bar, bottom: 0 }], 844)).toBe(12);
});

test('a toast is never in the notch of a phone', () => {
  expect(clearTop(toast, [], 844, 59)).toBe(59);
  expect(clearTop(toast, [bar], 844, 59)).toBe(64);
  expect(clearTop(toast, [{ ...bar, bottom: 844 }], 844, 59)).toBe(59);
});

test('a toast is below the bar and the call strip', () => {
  const strip = { ...bar, top: 56, bottom: 180 };
  expect(clearTop(toast, [strip, bar], 844)).toBe(188);
  expect(clearTop(toast, [bar], 844)).toBe(64);
});

test('toasts that do not fit between two controls are below the second', () => {
  const presses = { ...bar, top: 120, bottom: 170 };
  expect(clearTop(toast, [bar, presses], 844)).toBe(178);
  expect(clearTop({ ...toast, height: 40 }, [bar, presses], 844)).toBe(64);
});

test('without room for all, the largest free area is used', () => {
  const presses = { ...bar, top: 100, bottom: 300 };
  expect(clearTop({ ...toast, height: 400 }, [bar, presses], 400)).toBe(308);
});
