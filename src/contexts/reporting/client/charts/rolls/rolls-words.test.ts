import { expect, test } from 'vitest';
import { rolledFrom } from './rolls-words.ts';

test.each([
  ['1-30~on', { from: '1-30', move: 'on' }],
  ['1-30~31-60', { from: '1-30', to: '31-60' }],
  ['Above 180~gone', { from: 'Above 180', move: 'gone' }],
  ['new~61-90', { from: 'new', to: '61-90' }],
  ['~untold', { move: 'untold' }],
  ['anything~else', {}],
  ['', {}],
])('a URL filters the loans of %s', (address, asked) => {
  expect(rolledFrom(address)).toEqual(asked);
});
