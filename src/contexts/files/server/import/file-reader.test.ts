import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importText } from '#contexts/files/text/en/imports.ts';
import { customerColumns } from '#contexts/files/contract/customer-file.ts';
import { type FileRecord, Unreadable, readPieces } from './file-reader.ts';

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
async function read(body: string | Uint8Array, size?: number): Promise<[number, string[]][]> {
  const rows: [number, string[]][] = [];
  for await (const { n, cells } of readRecords(streamOf(body, size))) rows.push([n, cells]);
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
])('line ends: %s', async (_, body) => {
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

test('empty lines are passed over, and rows keep the number a spreadsheet shows', async () => {
  expect((await read(`${head}\n\nL1,Asha,5\n\n\nL2,Bina,6\n`)).map(([n]) => n)).toEqual([3, 6]);
});

test('titles stand above the header, up to ten lines of them', async () => {
  const titled = (lines: number): string => `${'Reliance,,\n'.repeat(lines)}${head}\nL1,Asha,5\n`;
  expect(await read(titled(10), 3)).toEqual([[12, ['L1', 'Asha', '5']]]);
  expect(await words(titled(11))).toBe(importText.columnsMissing('LOAN NUMBER, BORROWER NAME'));
  expect(await words('Reliance,,\nNUMBER,BORROWER NAME,TOS\n')).toBe(
    importText.columnsMissing('LOAN NUMBER'),
  );
});

test('the mark an error file put before a cell is taken away again', async () => {
  expect(await read(`${head}\n"'=L1","'+91 98",'tis\n`)).toEqual([[2, ['=L1', '+91 98', "'tis"]]]);
});

const utf16 = Buffer.from(`\ufeff${head}\nL1,Asha,5\n`, 'utf16le');
test.each<[string, string | Uint8Array, string]>([
  ['a zip', Buffer.from('PK\u0003\u0004\u0000\u0000'), importText.notText],
  ['UTF-16', utf16, importText.notText],
  ['Latin-1', Buffer.from(`${head}\nL1,Ren\u00e9,5\n`, 'latin1'), importText.notText],
  ['a NUL', `${head}\nL1,A\u0000,5\n`, importText.notText],
  ['half a letter at the end', Buffer.from(`${head}\nL1,आ`).subarray(0, -1), importText.notText],
  ['nothing', '', importText.empty],
  ['empty lines', '\n\n\n', importText.empty],
  ['other columns', 'A,B\n1,2\n', importText.columnsMissing('LOAN NUMBER, BORROWER NAME')],
  ['a column twice', `${head},pos\n`, importText.columnsTwice('POS')],
  ['too many columns', `${head}${',x'.repeat(200)}\n`, importText.tooManyColumns],
])('%s is refused in words', async (_, body, wanted) => {
  expect(await words(body)).toBe(wanted);
});

test('what is not well-formed is refused by its line', async () => {
  expect(await words(`${head}\nL1,Asha,5\nL2,Bi"na,6\n`)).toMatch(/quote inside a field, line 3/);
  expect(await words(`${head}\nL1,"Asha,5\n`)).toMatch(/quote not closed/);
});

test('a quote that never ends is given up long before the file does', async () => {
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

test('a long field and a file of too many rows are refused', async () => {
  expect(await words(`${head}\nL1,${'x'.repeat(64 * 1024 + 1)},5\n`, 65_536)).toBe(importText.fieldTooLong);
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
