import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalLoanNumber } from './loan-number.ts';
import { canonicalEmail, canonicalPan, canonicalPincode } from './person.ts';
import { canonicalReference, plainReference } from './reference.ts';
import { searchName } from './search-name.ts';
import { canonicalMobile, canonicalPhone } from './telephone.ts';

const noise = fc.constantFrom(
  (s: string) => `="${s}"`,
  (s: string) => `'${s}`,
  (s: string) => `"${s}"`,
  (s: string) => `\`${s}`,
  (s: string) => ` ${s}\u00a0`,
  (s: string) => `\u202A${s}\u202C`,
  (s: string) => `\uFEFF${s}\u200D`,
  (s: string) => s.replaceAll('-', '\u2011'),
  (s: string) => s.replaceAll('-', '\u2212'),
  (s: string) => s.replace(/\d/g, (figure) => String.fromCharCode(0x966 + Number(figure))),
  (s: string) => s.replace(/\d/g, (figure) => String.fromCodePoint(0x1d7ce + Number(figure))),
  (s: string) => s.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (s: string) => (/^\d+$/.test(s) ? `${s}.0` : s),
);
const noisy = fc.array(noise, { maxLength: 4 });
const withNoise = (text: string, all: ((s: string) => string)[]): string =>
  all.reduce((sofar, add) => add(sofar), text);
const forms = {
  canonicalLoanNumber,
  canonicalReference,
  canonicalMobile,
  canonicalPhone,
  canonicalPan,
  canonicalPincode,
};
const samples = {
  canonicalLoanNumber: fc.stringMatching(/^[A-Z]{0,4}\d{1,6}-?\d{4,12}$/),
  canonicalReference: fc.stringMatching(/^[A-Z]{0,4}\d{6,14}$/),
  canonicalMobile: fc.stringMatching(/^[6-9]\d{9}$/),
  canonicalPhone: fc.stringMatching(/^[1-9]\d{9}$/),
  canonicalPan: fc.stringMatching(/^[A-Z]{5}\d{4}[A-Z]$/),
  canonicalPincode: fc.stringMatching(/^[1-9]\d{5}$/),
};
test.each(Object.keys(forms) as (keyof typeof forms)[])('%s is the same whatever is added', (name) => {
  const form = forms[name];
  fc.assert(
    fc.property(samples[name], noisy, (text, added) => {
      expect(form(withNoise(text, added))).toEqual(form(text));
    }),
  );
});
test.each([...Object.values(forms), canonicalEmail, plainReference])('a canonical form is stable', (form) => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom(...'UTRNOREF=.:#"\' 0129eE+-,'.split('')) }),
      ),
      (raw) => {
        const { value } = form(raw);
        if (value !== undefined) expect(form(value)).toEqual({ value });
      },
    ),
    { numRuns: 2000 },
  );
});
const scripts: readonly (readonly [number, number])[] = [
  [0x20, 0x36f],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0x980, 0x9ff],
  [0xb80, 0xbff],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
];
const written = fc.oneof(
  ...scripts.map(([min, max]) =>
    fc.string({ unit: fc.integer({ min, max }).map((code) => String.fromCodePoint(code)) }),
  ),
);
test('a name is searched the same however often it is folded', () => {
  fc.assert(
    fc.property(written, (name) => {
      expect(searchName(searchName(name))).toBe(searchName(name));
      expect(searchName(name.normalize('NFD'))).toBe(searchName(name));
    }),
    { numRuns: 3000 },
  );
});
