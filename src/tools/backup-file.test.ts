import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BackupReader,
  END_OF_ROWS,
  copyLine,
  endLine,
  entryOf,
  headerLine,
  headerOf,
  sequenceLine,
} from './backup-file.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(reader: BackupReader): Promise<string> {
  let text = '';
  for await (const piece of reader.rows()) text += piece.toString();
  return text;
}
const parsed = (line: string) => entryOf(line.trimEnd());

describe('backup file', () => {
  it('restores every row at any chunk boundary', async () => {
    // A row in PostgreSQL's text format: a backslash is always doubled or precedes a character.
    const row = fc
      .string({ unit: 'grapheme' })
      .map((text) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const block = rows.map((one) => `${one}\n`).join('');
        const reader = new BackupReader(
          inPieces(`${copyLine('t', 'a')}${block}${END_OF_ROWS}${endLine(rows.length)}`, size),
        );
        expect(await reader.line()).toBe('COPY t (a) FROM stdin;');
        expect(await textOf(reader)).toBe(block);
        expect(await reader.line()).toBe(`-- end ${rows.length}`);
        expect(await reader.line()).toBeUndefined();
      }),
    );
  });

  it('refuses a table that is cut off', async () => {
    await expect(textOf(new BackupReader(inPieces('1\ta\n2\tb\n', 3)))).rejects.toThrow(/middle of a table/);
  });

  it('reads the lines that it writes', () => {
    const header = { at: '2026-11-29T00:00:00Z', migrations: ['0000-baseline'], jobsVersion: null };
    expect(headerOf(headerLine(header).trimEnd())).toEqual(header);
    expect(parsed(copyLine('jobs.job', 'id, "is", name'))).toEqual({
      table: 'jobs.job',
      columns: 'id, "is", name',
    });
    expect(parsed(sequenceLine('users', 'id', 7))).toEqual({ sequenceOf: 'users', column: 'id', next: 7 });
    expect(parsed(endLine(9))).toEqual({ rows: 9 });
  });

  it.each([
    'DROP TABLE users;',
    "COPY users (id) FROM PROGRAM 'id';",
    'COPY users (id) FROM stdin; DROP TABLE users;',
    'COPY users (id) FROM stdin WHERE id = (SELECT pg_sleep(9));',
    "SELECT setval(pg_get_serial_sequence('users', 'id'), 1, false); DROP TABLE users;",
  ])('carries out nothing else: %s', (line) => {
    expect(entryOf(line)).toBeUndefined();
  });
});
