import { expect, test } from 'vitest';
import { countOf, notesOf, rupeesIn, withNotes } from './note-count.ts';

test('denominations are listed from the largest, without zeros', () => {
  const two = withNotes(withNotes('', 100, '1'), 500, '2');
  expect(two).toBe('500x2 100x1');
  expect(countOf(two, 500)).toBe('2');
  expect(countOf(two, 50)).toBe('');
  expect(withNotes(two, 500, '0')).toBe('100x1');
  expect(withNotes(withNotes(two, 500, ''), 100, '')).toBe('');
});

test('what was counted is read as the receipt wants it, and adds up', () => {
  const counted = notesOf('500x2 100x1 5x3');
  expect(counted).toEqual([
    { note: 500, count: 2 },
    { note: 100, count: 1 },
    { note: 5, count: 3 },
  ]);
  expect(rupeesIn(counted)).toBe(1115);
  expect(notesOf('')).toEqual([]);
});

test('an invalid number of notes is rejected', () => {
  expect(rupeesIn(notesOf(withNotes('', 500, 'two')))).toBeNaN();
});
