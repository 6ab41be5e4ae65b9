import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvFault, CsvSplitter, csvLimits } from './csv-split.ts';

function split(text: string, size = Infinity): string[][] | string {
  const splitter = new CsvSplitter();
  try {
    const records: string[][] = [];
    for (let i = 0; i < text.length; i += size) records.push(...splitter.push(text.slice(i, i + size)));
    return [...records, ...splitter.end()];
  } catch (error) {
    return (error as CsvFault).message;
  }
}

test.each<[string, string, string[][] | string]>([
  ['a mark of UTF-8 is no part of the first cell', '\uFEFFa,b\n', [['a', 'b']]],
  ['quotes, and quotes in quotes', '"a ""x"", b",\r\n', [['a "x", b', '']]],
  ['a break inside quotes', '"a\r\nb",c\r\nd', [['a\r\nb', 'c'], ['d']]],
  ['returns alone', 'a,b\rc\r', [['a', 'b'], ['c']]],
  ['empty lines are rows', 'a\n\nb', [['a'], [''], ['b']]],
  ['nothing', '', []],
  [
    'semicolons, where the header has no comma',
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\r\n"x\ty"\tz',
    [
      ['a', 'b'],
      ['x\ty', 'z'],
    ],
  ],
  [
    'a comma in a quoted header is none',
    '"a, b";c\n1;2',
    [
      ['a, b', 'c'],
      ['1', '2'],
    ],
  ],
  [
    'a semicolon beside commas is text',
    'a;b,c\n1;2,3\n',
    [
      ['a;b', 'c'],
      ['1;2', '3'],
    ],
  ],
  [
    'a first line that says it is no row',
    'sep=;\r\na,x;b\r\n1;2',
    [
      ['a,x', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'titles above semicolons, one with a comma',
    'Statement of November\n\nMumbai, West\na;b;c\n1,5;2,5;3,5\n',
    [['Statement of November'], [''], ['Mumbai, West'], ['a', 'b', 'c'], ['1,5', '2,5', '3,5']],
  ],
  ['a title above two columns of semicolons', 'Loans\na;b\n1;2', [['Loans'], ['a', 'b'], ['1', '2']]],
  ['the same with returns alone', '\uFEFFSEP=\t\ra\tb\r', [['a', 'b']]],
  ['an open quote', 'a\n"b', 'quote not closed'],
  ['a quote in the middle', 'a,b"c\n', 'quote inside a field'],
  ['words after a quote', '"a"b,c\n', 'quote inside a field'],
])('%s', (_, text, wanted) => {
  expect(split(text)).toEqual(wanted);
  expect(split(text, 1)).toEqual(wanted);
});

test.each([
  ['a\nb\n"c"d\n', 3],
  ['a\n"b"c\n', 2],
])('a fault names its row', (text, row) => {
  const splitter = new CsvSplitter();
  expect(() => [...splitter.push(text), ...splitter.end()]).toThrow(
    expect.objectContaining({ trouble: 'quote inside a field', row }) as Error,
  );
});

test.each<[string, string, string]>([
  ['a million columns', ','.repeat(1_000_000), 'too many columns'],
  ['a million quoted columns', '"",'.repeat(1_000_000), 'too many columns'],
  ['an endless quote', `a\n"${'x'.repeat(2_000_000)}`, 'quote not closed'],
  ['an endless word', 'x'.repeat(csvLimits.record + 1), 'record too long'],
  ['a long field', `${'x'.repeat(csvLimits.field + 1)},b\n`, 'field too long'],
])('%s is refused before it fills the memory', (_, text, trouble) => {
  expect(split(text, 65_536)).toBe(trouble);
});

test('what an established parser reads is read the same, wherever the pieces are cut', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'ä', ' ', '"', ',', '\n', '\r\n', "'"), maxLength: 6 }),
    fc.string({ maxLength: 4 }),
  );
  const written = fc
    .array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    .map((rows) =>
      rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n'),
    );
  const wild = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'b'), maxLength: 30 });
  const theirs = (text: string): string[][] | undefined => {
    try {
      return parse(text, { relax_column_count: true, record_delimiter: ['\n'] });
    } catch {
      return undefined;
    }
  };
  fc.assert(
    fc.property(fc.oneof(written, wild), fc.integer({ min: 1, max: 9 }), (text, size) => {
      fc.pre(!text.includes('\r') && !text.startsWith('\uFEFF'));
      const wanted = theirs(text);
      const ours = split(text, size);
      if (wanted) expect(ours).toEqual(wanted);
      else expect(typeof ours).toBe('string');
    }),
    { numRuns: 2000 },
  );
});
