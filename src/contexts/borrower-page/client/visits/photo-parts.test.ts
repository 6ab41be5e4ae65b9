import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mostPhotoParts, mostPhotoText } from '#contexts/work/contract/visits.ts';
import { photoParts } from './photo-parts.ts';

const some = (bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 7919) % 251));

test('a photo in parts is the same photo when they are put together byte by byte', async () => {
  const photo = some(100_001);
  const parts = await photoParts(photo.toString('base64'));
  expect(parts.map(({ part, parts: of }) => [part, of])).toEqual([0, 1, 2, 3].map((part) => [part, 4]));
  expect(parts.every(({ data }) => data.length <= mostPhotoText)).toBe(true);
  const together = Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')));
  expect(together.equals(photo)).toBe(true);
  const digest = createHash('sha256').update(photo).digest('hex');
  expect(new Set(parts.map((part) => part.digest))).toEqual(new Set([digest]));
});

test('a small photo is sent in one piece, the largest in as many parts as accepted', async () => {
  const small = some(33_000).toString('base64');
  expect(await photoParts(small)).toEqual([{ data: small }]);
  const largest = some(((mostPhotoText * 3) / 4) * mostPhotoParts - 3).toString('base64');
  expect(await photoParts(largest)).toHaveLength(mostPhotoParts);
});
