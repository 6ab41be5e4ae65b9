import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importText } from '#contexts/files/text/en/imports.ts';
import { customerColumns } from '#contexts/files/contract/customer-file.ts';
import type { FileRecord } from '#contexts/files/contract/reader/file-lines.ts';
import { Unreadable, readPieces } from './file-reader.ts';

const head = 'LOAN NUMBER,BORROWER NAME,POS';
const streamOf = (body: string | Uint8Array, size = 7): Readable => {
  const bytes = Buffer.from(body);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return Readable.from(parts);
};
async function* readRecords(body: Readable): AsyncGenerator<FileRecord> {
  for await (const { records } of readPieces(body, customerColumns)) yield* records;
}
/** Rows with their cells; or why one is unreadable or not data. */
async function read(body: string | Uint8Array, size?: number): Promise<[number, string[] | string][]> {
  const rows: [number, string[] | string][] = [];
  for await (const { n, cells, fault, line } of readRecords(streamOf(body, size)))
    rows.push([n, fault ?? line ?? cells]);
  return rows;
}
const words = (body: string | Uint8Array, size?: number): Promise<string> =>
  read(body, size).then(
    () => 'was read',
    (error: unknown) => (error instanceof Unreadable ? error.message : `broken: ${String(error)}`),
  );

test.each([
  ['LF', `${head}\nL1,Asha,5\nL2,Bina,6\n`],
  ['CRLF and a byte order mark', `\ufeff${head}\r\nL1,Asha,5\r\nL2,Bina,6`],
  ['CR alone', `${head}\rL1,Asha,5\rL2,Bina,6\r`],
])('row separators: %s', async (_, body) => {
  expect(await read(body)).toEqual([
    [2, ['L1', 'Asha', '5']],
    [3, ['L2', 'Bina', '6']],
  ]);
});

test('quotes, line breaks within them, a trailing comma and letters cut in two', async () => {
  expect(await read(`${head},\nL1,"Rao, ""Asha""\nof Kochi",5,\nL2,आशा,6,\n`, 1)).toEqual([
    [2, ['L1', 'Rao, "Asha"\nof Kochi', '5', '']],
    [3, ['L2', 'आशा', '6', '']],
  ]);
});

test('blank rows are skipped, and row numbers match the spreadsheet', async () => {
  expect((await read(`${head}\n\nL1,Asha,5\n\n\nL2,Bina,6\n`)).map(([n]) => n)).toEqual([3, 6]);
});

test('up to ten title rows above the header are skipped', async () => {
  const titled = (lines: number): string => `${'Reliance,,\n'.repeat(lines)}${head}\nL1,Asha,5\n`;
  expect(await read(titled(10), 3)).toEqual([[12, ['L1', 'Asha', '5']]]);
  expect(await words(titled(11))).toBe(importText.columnsMissing('LOAN NUMBER, BORROWER NAME'));
  expect(await words('Reliance,,\nNUMBER,BORROWER NAME,TOS\n')).toBe(
    importText.columnsMissing('LOAN NUMBER'),
  );
});

test('the error prefix in a cell is removed again', async () => {
  expect(await read(`${head}\n"'=L1","'+91 98",'tis\n`)).toEqual([[2, ['=L1', '+91 98', "'tis"]]]);
});

const utf16 = Buffer.from(`\ufeff${head}\nL1,Asha,5\n`, 'utf16le');
test.each<[string, string | Uint8Array, string]>([
  ['a workbook', Buffer.from('PK\u0003\u0004\u0000\u0000\u0000\u0000\u0000'), importText.wrongFile.xlsx],
  [
    'an old workbook',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    importText.wrongFile.xls,
  ],
  ['a web page', '<html><body><table>', importText.wrongFile.html],
  ['UTF-16 without its mark', utf16.subarray(2), importText.wrongFile.utf16],
  ['a NUL', `${head}\nL1,A\u0000,5\n`, importText.wrongFile.utf16],
  ['half a letter at the end', Buffer.from(`${head}\nL1,आ`).subarray(0, -1), importText.wrongFile.mixed],
  [
    'two encodings in one file',
    Buffer.concat([Buffer.from(`${head}\nL1,आ,5\n`), Buffer.from('L2,Ren\u00e9,5\n', 'latin1')]),
    importText.wrongFile.mixed,
  ],
  ['nothing', '', importText.empty],
  ['empty lines', '\n\n\n', importText.empty],
  ['other columns', 'A,B\n1,2\n', importText.columnsMissing('LOAN NUMBER, BORROWER NAME')],
  ['a column twice', `${head},pos\n`, importText.columnsTwice('POS')],
  ['too many columns', `${head}${',x'.repeat(200)}\n`, importText.tooManyColumns],
])('%s is rejected with a message', async (_, body, wanted) => {
  expect(await words(body)).toBe(wanted);
});

test.each<[string, Buffer]>([
  ['UTF-16 with its mark', Buffer.from(`\ufeff${head}\nL1,Ren\u00e9,5\n`, 'utf16le')],
  ['UTF-16 with the other mark', Buffer.from(`\ufeff${head}\nL1,Ren\u00e9,5\n`, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(`${head}\nL1,Ren\u00e9,5\n`, 'latin1')],
])('%s is read', async (_, body) => {
  for (const size of [1, 7, 4096]) expect(await read(body, size)).toEqual([[2, ['L1', 'René', '5']]]);
});

test('a line that is not well-formed costs itself', async () => {
  expect(await read(`${head}\nL1,Asha,5\nL2,Bi"na,6\nL3,"Chitra,7\nL4,Devi,8\n`)).toEqual([
    [2, ['L1', 'Asha', '5']],
    [3, ['L2', 'Bi"na', '6']],
    [4, 'quote not closed'],
    [5, ['L4', 'Devi', '8']],
  ]);
});

test('a row with more filled cells than the header is rejected with both figures', async () => {
  const cells = (count: number): string =>
    `3 columns in the header, ${count} cells in this row: is there an amount or address without quotes?`;
  expect(
    await read(`${head}\nL1,Asha,1,00,000\nL2,Rao, Bela,6,\nL3,Chitra,7,,,\nL4,Devi\nL5,Esha,1,500,\n`),
  ).toEqual([
    [2, cells(5)],
    [3, cells(4)],
    [4, ['L3', 'Chitra', '7', '', '', '']],
    [5, ['L4', 'Devi']],
    [6, cells(4)],
  ]);
});

test('non-data rows are reported, and blank ones skipped', async () => {
  const lines = [
    head,
    'ऋण संख्या,नाम,मूल बकाया',
    'L1,Asha,5',
    ',,',
    '" ",,',
    'loan number,Borrower_Name,POS',
    'L2,Bela,6',
    'Total,2 loans,11',
    'कुल,,11',
    'Prepared by: Ramesh,,',
    'Page 1 of 3,,',
    'Thanks and regards,,',
  ];
  expect(await read(lines.join('\n'))).toEqual([
    [2, 'second-header'],
    [3, ['L1', 'Asha', '5']],
    [6, 'repeated-header'],
    [7, ['L2', 'Bela', '6']],
    [8, 'total'],
    [9, 'total'],
    [10, 'footer'],
    [11, 'footer'],
    [12, 'footer'],
  ]);
});

test('an unclosed quote is reported long before the end of the file', async () => {
  let sent = 0;
  const endless = Readable.from(
    (function* () {
      yield Buffer.from(`${head}\nL1,"`);
      for (; sent < 200; sent += 1) yield Buffer.alloc(1024 * 1024, 'x');
    })(),
  );
  const reading = (async () => {
    for await (const row of readRecords(endless)) void row;
  })();
  await expect(reading).rejects.toThrow(/quote not closed, line 2/);
  expect(sent).toBeLessThan(5);
});

test('a file with too many rows is rejected', async () => {
  const many = Readable.from(
    (function* () {
      yield Buffer.from(`${head}\n`);
      for (let i = 0; i < 501; i += 1) yield Buffer.from('L,A,5\n'.repeat(1000));
    })(),
  );
  let rows = 0;
  const reading = (async () => {
    for await (const row of readRecords(many)) rows += row ? 1 : 0;
  })();
  await expect(reading).rejects.toThrow(importText.tooManyRows);
  expect(rows).toBe(500_000);
}, 30_000);

test.each([
  ',,',
  '""," ",',
  '\u200b,,\u200e',
  '\u00a0,,',
  ';;;',
  '|||',
  "',','",
  '="",="",=""',
  '-,-,-',
  '-----',
])('a row without letter or digit is skipped anywhere: %j', async (blank) => {
  for (const body of [
    `${head}\n${blank}\nL1,Asha,5\n${blank}\n${blank}\nL2,Bina,6\n`,
    `${head}\nL1,Asha,5\nL2,Bina,6\n${blank}\n${blank}`,
    `${blank}\n${head}\nL1,Asha,5\nL2,Bina,6\n${blank}\n`,
  ])
    expect((await read(body)).map(([, cells]) => cells)).toEqual([
      ['L1', 'Asha', '5'],
      ['L2', 'Bina', '6'],
    ]);
});
