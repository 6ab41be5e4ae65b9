import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf, seed } from '../../../../../../tests/prove.ts';
import { partsByFont } from './fonts.ts';
import { evidenceKey } from '../pack.ts';
import { pdfOf } from '../pdf.ts';

const pack = { title: '', notes: [], csv: '', key: evidenceKey(Buffer.alloc(32, 7)) };
const draw = (details: string): Buffer =>
  pdfOf([{ at: '', loan: '', kind: '', what: '', who: '', paise: null, details }], pack);

test.each([
  ['devanagari', 'शिकायत'],
  ['bengali', 'গ্রাহক'],
  ['gurmukhi', 'ਪੰਜਾਬੀ'],
  ['gujarati', 'લખાણ'],
  ['oriya', 'ଓଡ଼ିଆ'],
  ['tamil', 'தமிழ்'],
  ['telugu', 'తెలుగు'],
  ['kannada', 'ಕನ್ನಡ'],
  ['malayalam', 'എഴുത്ത്'],
])('%s text has an embedded font of its script', (script, word) => {
  const parts = partsByFont(`Paid ₹5 (${word})`);
  expect(parts.map(({ text }) => text).join('')).toBe(`Paid ₹5 (${word})`.normalize('NFC'));
  expect(parts.find(({ text }) => text.includes(word.normalize('NFC')))?.font.name).toBe(script);
  expect(draw(word).toString('latin1')).toContain('/FontFile2');
});

test('a character that no font covers is shown as a point', () => {
  expect(partsByFont('a漢😀b').map(({ text }) => text)).toEqual(['a··b']);
});

test('any text can be drawn', () => {
  const letters = fc.oneof(
    fc.integer({ min: 0x900, max: 0xd7f }).map((point) => String.fromCodePoint(point)),
    fc.constantFrom(' ', '\n', '\u200c', '\u200d', '\u0000', '(', '\ud800'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), (text) => {
      expect(draw(text.join('')).subarray(0, 5).toString()).toBe('%PDF-');
    }),
    { numRuns: runsOf(150, 20_000), seed },
  );
});
