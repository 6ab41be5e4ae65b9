import { expect, test } from 'vitest';
import { csvLimits } from './csv-record.ts';
import { type CsvFault, CsvSplitter, type Records } from './csv-split.ts';

/** Records; or the error of an ambiguous one. */
function split(text: string, size = Infinity): (string[] | string)[] | string {
  const splitter = new CsvSplitter();
  const read = ({ records, troubles }: Records) => records.map((cells, i) => troubles.get(i) ?? cells);
  try {
    const records: (string[] | string)[] = [];
    for (let i = 0; i < text.length; i += size) records.push(...read(splitter.push(text.slice(i, i + size))));
    return [...records, ...read(splitter.end())];
  } catch (error) {
    return (error as CsvFault).message;
  }
}

test.each<[string, string, (string[] | string)[] | string]>([
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
  ['an open quote costs its line', 'a\n"b\nc', [['a'], 'quote not closed', ['c']]],
  ['a quote in the middle is text', 'a,b"c\n', [['a', 'b"c']]],
  ['words after a quote are text', '"a"b,c\n', [['"a"b', 'c']]],
  [
    'a nickname in quotes is text',
    'n,b\nA2,Ravi "Guddu" Rao\nA3,"Ravi "Guddu" Rao"\n',
    [
      ['n', 'b'],
      ['A2', 'Ravi "Guddu" Rao'],
      ['A3', 'Ravi "Guddu" Rao'],
    ],
  ],
  [
    'blanks before and behind a quoted text',
    'n,b\nA2, "Asha, Rao" \n',
    [
      ['n', 'b'],
      ['A2', 'Asha, Rao'],
    ],
  ],
  [
    'a quote behind a backslash',
    'n,b,c\nA2,"Ravi \\"Guddu\\" Rao",5\nA3,"Ravi \\"Guddu\\"",6\n',
    [
      ['n', 'b', 'c'],
      ['A2', 'Ravi "Guddu" Rao', '5'],
      ['A3', 'Ravi "Guddu"', '6'],
    ],
  ],
  [
    'an inch sign',
    'n,b\n1,5" pipe\n2,"6" pipe"\n',
    [
      ['n', 'b'],
      ['1', '5" pipe'],
      ['2', '6" pipe'],
    ],
  ],
  [
    'the text mark of a spreadsheet',
    'n,b\n="0012",x\n',
    [
      ['n', 'b'],
      ['="0012"', 'x'],
    ],
  ],
  [
    'two quotes that may belong together',
    'n,b,c\n1,5" pipe,6" pipe\n2,x,y\n',
    [['n', 'b', 'c'], 'quote inside a field', ['2', 'x', 'y']],
  ],
  [
    'an open quote before a quoted line',
    'n,b,c\n1,"Asha,5\n2,Bela,6\n3,"Chitra",7\n',
    [['n', 'b', 'c'], 'quote not closed', ['2', 'Bela', '6'], ['3', 'Chitra', '7']],
  ],
  [
    'an open quote before another stray one',
    'n,b,c\n1,"Asha,5\n2,Bela,6\n3,Chitra 6",7\n4,Devi,8\n',
    [['n', 'b', 'c'], 'quote not closed', ['2', 'Bela', '6'], ['3', 'Chitra 6"', '7'], ['4', 'Devi', '8']],
  ],
  [
    'the rest of a text behind an open quote is no row',
    'n,b,c\n1,"Asha\nRao" x,5\n2,Bela,6\n',
    [['n', 'b', 'c'], 'quote not closed', 'quote not closed', ['2', 'Bela', '6']],
  ],
  [
    'a break in a text with commas',
    'n,b,c,d\n1,Asha,"12, MG Road\nPune",5\n',
    [
      ['n', 'b', 'c', 'd'],
      ['1', 'Asha', '12, MG Road\nPune', '5'],
    ],
  ],
])('%s', (_, text, wanted) => {
  expect(split(text)).toEqual(wanted);
  expect(split(text, 1)).toEqual(wanted);
});

test.each<[string, string, string]>([
  ['a million columns', ','.repeat(1_000_000), 'too many columns'],
  ['a million quoted columns', '"",'.repeat(1_000_000), 'too many columns'],
  ['an endless quote', `a\n"${'x'.repeat(2_000_000)}`, 'quote not closed'],
  ['an endless word', 'x'.repeat(csvLimits.record + 1), 'record too long'],
])('%s is rejected before it fills the memory', (_, text, trouble) => {
  expect(split(text, 65_536)).toBe(trouble);
});

test('a long field and too many columns cost their line', () => {
  const long = 'x'.repeat(csvLimits.field + 1);
  expect(split(`a,b\n${long},b\n${'c,'.repeat(300)}\nd,e\n`)).toEqual([
    ['a', 'b'],
    'field too long',
    'too many columns',
    ['d', 'e'],
  ]);
});

test('one open quote among many rows loses only its row, at any chunk boundary', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => `${i},"Asha, Rao",,${i}`);
  lines[500] = '500,"Asha Rao,,500';
  for (const size of [7, 4096, Infinity]) {
    const read = split(`n,b,c,d\n${lines.join('\n')}\n`, size);
    expect(read).toHaveLength(1001);
    expect(Array.from(read).filter((one) => typeof one === 'string')).toEqual(['quote not closed']);
  }
});
