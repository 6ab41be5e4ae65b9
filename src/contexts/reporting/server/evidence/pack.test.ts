import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf, seed } from '../../../../../tests/prove.ts';
import { asked, verify } from '../../../../tools/evidence-verify.ts';
import { type EvidenceRow, evidenceKey, packOf, publishedKey } from './pack.ts';
import { pdfOf } from './pdf.ts';

const key = evidenceKey(Buffer.alloc(32, 7));
const anchor = { n: 41, hash: 'ab'.repeat(32), at: '2026-11-23T10:00:00Z' };
const rowOf = (n: number, details = `talked ${n} s`): EvidenceRow => ({
  at: `2026-11-23T10:00:${String(n % 60).padStart(2, '0')}.000Z`,
  loan: 'LN-1',
  kind: 'call',
  what: 'outbound Answered',
  who: 'Meera Joshi',
  paise: n % 3 ? null : n * 100,
  details,
});
const rows = [...Array.from({ length: 8 }, (_, n) => rowOf(n)), rowOf(8, 'शिकायत "दर्ज"\nहुई; =1+1')];
const csv = packOf(rows, { key, anchor });
const pdf = pdfOf(rows, { title: 'Evidence about Asha', notes: ['a (b) \\ c'], csv, key });
const known = publishedKey(key);
const lines = csv.split('\r\n');
const of = (...parts: string[]): Buffer => Buffer.from(parts.join('\r\n'));

test('a pack verifies from its bytes, and names its anchor and its key', () => {
  for (const file of [Buffer.from(csv), pdf])
    expect(verify(file, known)).toEqual({
      is: 'whole',
      rows: rows.length,
      anchor: `41 ${anchor.hash} ${anchor.at}`,
      key: publishedKey(key),
    });
  expect(verify(Buffer.from(csv), known.toUpperCase()).is).toBe('whole');
  expect(verify(Buffer.from(csv), publishedKey(evidenceKey(randomBytes(32)))).is).toBe('other key');
});

test('one changed character anywhere in a file is detected', () => {
  const every = [
    { file: Buffer.from(csv), step: 1 },
    { file: pdf, step: runsOf(5, 1) },
  ];
  for (const { file, step } of every)
    for (let at = 0; at < file.length; at += step) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      if (verify(changed, known).is === 'whole') expect.unreachable(`byte ${at} may be changed`);
    }
});

test('any insertion, deletion or change invalidates the file', () => {
  const file = Buffer.from(csv);
  fc.assert(
    fc.property(
      fc.nat({ max: file.length - 1 }),
      fc.nat({ max: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      (at, gone, put) => {
        const changed = Buffer.concat([file.subarray(0, at), put, file.subarray(at + gone)]);
        expect(verify(changed, known).is === 'whole').toBe(changed.equals(file));
      },
    ),
    { numRuns: runsOf(3000, 100_000), seed },
  );
});

test('the changed row is reported; reordered or missing rows are reported as such', () => {
  const edited = (row: number, from: string, to: string): Buffer =>
    of(...lines.map((line, i) => (i === row + 1 ? line.replace(from, to) : line)));
  expect(verify(edited(3, 'talked 3 s', 'talked 30 s'))).toEqual({ is: 'changed', row: 3 });
  expect(verify(edited(6, 'Meera', 'Neera'))).toEqual({ is: 'changed', row: 6 });
  const moved = [...lines.slice(0, 3), lines[4] ?? '', lines[3] ?? '', ...lines.slice(5)];
  expect(verify(of(...moved))).toEqual({ is: 'reordered', row: 2 });
  expect(verify(of(...lines.slice(0, 5), ...lines.slice(6)))).toEqual({ is: 'cut', row: 4 });
  expect(verify(of(...lines.slice(0, 6), ''))).toEqual({ is: 'cut', row: 5 });
  expect(verify(of(...lines.slice(0, 8), ...lines.slice(-2)))).toEqual({ is: 'cut', row: 7 });
  const page = Buffer.from(pdf.toString('latin1').replace('talked 3 s', 'talked 4 s'), 'latin1');
  expect(verify(page)).toEqual({ is: 'changed', row: 3 });
});

test("a rebuilt chain lacks the agency's key", () => {
  const forger = evidenceKey(randomBytes(32));
  const forged = packOf(rows.slice(1), { key: forger, anchor });
  expect(verify(Buffer.from(forged)).is).toBe('unbroken');
  expect(verify(Buffer.from(forged), known).is).toBe('other key');
  const withKey = forged.replace(publishedKey(forger), publishedKey(key));
  expect(verify(Buffer.from(withKey))).toEqual({ is: 'changed', row: 'seal' });
});

test('one file and one complete key are required, without fallback', () => {
  expect(asked(['a.csv'])).toEqual({ file: 'a.csv', key: undefined });
  for (const args of [
    ['--key', known, 'a.csv'],
    ['a.csv', '--key', known],
  ])
    expect(asked(args)).toEqual({ file: 'a.csv', key: known });
  for (const args of [
    [],
    ['a.csv', '--key'],
    ['a.csv', '--kye', known],
    ['a.csv', known],
    ['--key', 'a.csv'],
    ['--key', known],
    ['--key', known, '--key', known, 'a.csv'],
    ['--key', known.slice(1), 'a.csv'],
    [`--key=${known}`, 'a.csv'],
  ])
    expect(asked(args), args.join(' ')).toBeUndefined();
});
