import { expect, test } from 'vitest';
import { isBlank, isGarbled, isTotal } from './file-text.ts';

/** As a spreadsheet decodes unmarked UTF-8. */
const misread = (text: string): string =>
  new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
test.each(['राजेश', 'আশা', '₹ 500', 'José', 'தமிழ்', 'Asha – Rao'])('%s is detected when misread', (text) => {
  expect(isGarbled(misread(text))).toBe(true);
  expect(isGarbled(text)).toBe(false);
});
test.each([
  ['????? ????', true],
  ['Asha \uFFFD', true],
  ['Asha Rao', false],
  ['Is this right?', false],
  ['Müller', false],
  ['São Paulo', false],
  ['Â', false],
])('%s is garbled: %s', (cell, wanted) => expect(isGarbled(cell)).toBe(wanted));

test.each(['', 'NA', 'n/a', 'N.A.', '#N/A', 'NULL', 'nil', 'None', 'NaN', '-', '--'])('%s is blank', (cell) =>
  expect(isBlank(cell)).toBe(true),
);
test.each(['Nandini', 'Nair', '0', 'No', '-5'])('%s is not blank', (cell) =>
  expect(isBlank(cell)).toBe(false),
);

test.each(['Total', 'GRAND TOTAL', 'Grand Total:', 'Sub-Total', 'totals'])('%s is a total', (cell) =>
  expect(isTotal(cell)).toBe(true),
);
test.each(['TOTAL123', 'RC110000001', 'Totalizer'])('%s is no total', (cell) =>
  expect(isTotal(cell)).toBe(false),
);
