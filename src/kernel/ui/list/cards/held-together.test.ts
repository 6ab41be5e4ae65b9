import { Fragment, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { heldTogether } from './held-together.ts';

const shown = (...children: (string | null)[]): string =>
  renderToStaticMarkup(heldTogether(createElement(Fragment, null, ...children)));

test('a dot is never at the start of a row, and a date is not broken', () => {
  expect(shown('SVM10000604 · Followup, 20 Nov')).toBe('SVM10000604\u{A0}· Followup,\u{A0}20\u{A0}Nov');
});

test('long strings break anywhere, and adjacent elements retain their room', () => {
  expect(shown('today · He called my shop and shouted')).toBe('today\u{A0}· He called my shop and shouted');
  expect(shown('a', ' ', 'today · Pune Centre')).toBe('a today\u{A0}· Pune\u{A0}Centre');
  expect(shown('Two words')).toBe('Two words');
});

test('a range of days or amounts is not broken at its dash', () => {
  expect(shown('2–3 days · ₹6,168')).toBe('2–\u{2060}3\u{A0}days\u{A0}· ₹6,168');
});
