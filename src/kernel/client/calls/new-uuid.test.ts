import { expect, it } from 'vitest';
import { newUuid } from './new-uuid.ts';

it('creates unique UUIDs of version 7 in time order', () => {
  const at = Date.UTC(2026, 10, 27, 9, 30);
  const made = Array.from({ length: 1000 }, (_, ms) => newUuid(at + ms));
  for (const one of made)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(Array.from({ length: 1000 }, () => newUuid(at))).size).toBe(1000);
  expect(Number.parseInt(newUuid(at).replace('-', '').slice(0, 12), 16)).toBe(at);
});
