import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackupReader, END_OF_ROWS } from './backup-file.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(reader: BackupReader): Promise<string> {
  let text = '';
  for await (const piece of reader.rows()) text += piece.toString();
  return text;
}

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
          inPieces(`{"table":"t","columns":[]}\n${block}${END_OF_ROWS}{"end":true}\n`, size),
        );
        expect(await reader.entry()).toEqual({ table: 't', columns: [] });
        expect(await textOf(reader)).toBe(block);
        expect(await reader.entry()).toEqual({ end: true });
        expect(await reader.entry()).toBeUndefined();
      }),
    );
  });

  it('refuses a table that is cut off', async () => {
    await expect(textOf(new BackupReader(inPieces('1\ta\n2\tb\n', 3)))).rejects.toThrow(/middle of a table/);
  });
});
