import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type SignedLink, linkSigner } from './links.ts';

const now = new Date('2026-11-21T10:00:00Z');
const seconds = now.getTime() / 1000;
const first = { kid: 'first', secret: randomBytes(32) };
const second = { kid: 'second', secret: randomBytes(32) };
const signer = linkSigner(second, [first]);
const link: SignedLink = {
  method: 'PUT',
  key: 'customer-file/00000000-0000-4000-8000-000000000001',
  contentType: 'text/csv',
  maxBytes: 100,
  exp: seconds + 300,
  userId: 7,
  purpose: 'customer-file',
};
const signature = signer.sign(link);

test('a link is valid until it expires', () => {
  expect(signer.isValid(link, signature, now)).toBe(true);
  expect(signer.isValid(link, signature, new Date(now.getTime() + 301_000))).toBe(false);
});

test.each<Partial<SignedLink>>([
  { method: 'GET' },
  { key: 'customer-file/00000000-0000-4000-8000-000000000002' },
  { contentType: 'text/html' },
  { maxBytes: 101 },
  { exp: seconds + 301 },
  { userId: 8 },
  { purpose: 'error-file' },
])('a link with %j changed is rejected', (change) => {
  expect(signer.isValid({ ...link, ...change }, signature, now)).toBe(false);
});

test.each(['', 'x', signature.sig.slice(1), `${signature.sig}AA`])('the signature %j is rejected', (sig) => {
  expect(signer.isValid(link, { ...signature, sig }, now)).toBe(false);
});

test('links of a previous secret are valid, those of a retired or unknown one are not', () => {
  const old = linkSigner(first).sign(link);
  expect(signer.isValid(link, old, now)).toBe(true);
  expect(linkSigner(second).isValid(link, old, now)).toBe(false);
  expect(signer.isValid(link, { ...signature, kid: 'nobody' }, now)).toBe(false);
  expect(signer.isValid(link, { ...signature, kid: 'first' }, now)).toBe(false);
});
