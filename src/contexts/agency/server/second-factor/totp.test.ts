import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base32, codeAt, stepOf, stepOfCode, uriOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) => {
  expect(codeAt(secret, stepOf(new Date(second * 1000)))).toBe(code);
});

test('secrets are written as apps read them', () => {
  // RFC 4648, section 10.
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('a code is valid in its time step and the adjacent ones, and never reusable', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 100_000_000 }),
      fc.integer({ min: -4, max: 4 }),
      fc.integer({ min: -3, max: 3 }),
      (step, off, used) => {
        const now = new Date(step * 30_000);
        const found = stepOfCode(secret, codeAt(secret, step + off), { now, after: step + used });
        if (found === undefined) expect(Math.abs(off) > 1 || off <= used).toBe(true);
        else expect(found).toBeGreaterThan(step + used);
        // Two steps share their six digits once in a million.
        if (Math.abs(off) <= 1 && off > used) expect(found).toBeDefined();
      },
    ),
  );
});

test.each(['', '28708', '2870821', '１２３４５６', ' 287082', 'abcdef'])('%j is no code', (code) => {
  expect(stepOfCode(secret, code, { now: new Date(59_000), after: 0 })).toBeUndefined();
});

test('the QR code holds any address', () => {
  const email = `${'ü'.repeat(60)}@${'x'.repeat(180)}.example`;
  const uri = uriOf({ product: 'Recoup', email, secret: base32(secret) });
  expect(Buffer.byteLength(uri)).toBeLessThanOrEqual(213);
  expect(decodeURIComponent(new URL(uri).pathname)).toContain('Recoup:ü');
});
