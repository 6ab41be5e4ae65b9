import { expect, test } from 'vitest';
import { mailAddress, telAddress, uriQuery, upiUri, upiUriWith } from './uri.ts';

test('a UPI link leaves @ plain and encodes a blank as %20, never as a plus sign', () => {
  const link = upiUri([
    ['pa', 'svasti.coll@okhdfcbank'],
    ['pn', 'Svasti Microfinance'],
    ['cu', 'INR'],
    ['tn', 'Loan RC+1 & more'],
    ['am', ''],
  ]);
  expect(link).toBe(
    'upi://pay?pa=svasti.coll@okhdfcbank&pn=Svasti%20Microfinance&cu=INR&tn=Loan%20RC%2B1%20%26%20more',
  );
  expect(upiUriWith(link, '1234.50')).toBe(`${link}&am=1234.50`);
  expect(upiUriWith(upiUriWith(link, '1234.50'), '')).toBe(link);
});

test('names in any script and with every reserved sign survive a reader of addresses', () => {
  const name = 'आशा & राव + 100% #1 = ?';
  const query = uriQuery([['pn', name]]);
  expect(query).not.toMatch(/[+\s]/);
  expect(decodeURIComponent(query.slice('pn='.length))).toBe(name);
});

test('a telephone link contains only digits, and text without a number gets no link', () => {
  expect(['1800 123-4567', '+91 (22) 6123 4567', '022–6123 4567', 'ask us'].map(telAddress)).toEqual([
    'tel:18001234567',
    'tel:+912261234567',
    'tel:02261234567',
    undefined,
  ]);
  expect(mailAddress(' care+pay@lender.in?bcc=x ')).toBe('mailto:care%2Bpay@lender.in%3Fbcc%3Dx');
});
