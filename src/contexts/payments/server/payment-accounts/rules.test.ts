import { expect, test } from 'vitest';
import { Failure } from '#kernel/contract/failure.ts';
import { keysOf } from './rules.ts';

const missing = (...asked: Parameters<typeof keysOf>): string[] => {
  try {
    keysOf(...asked);
    return [];
  } catch (error) {
    return error instanceof Failure ? error.fields.map(({ path }) => path) : ['broken'];
  }
};
test('a gateway has all of its keys, or preserves the stored ones', () => {
  expect(missing('payu', {}, false)).toEqual(['merchantKey', 'merchantSecret']);
  expect(missing('payu', { merchantKey: 'k', merchantSecret: ' ' }, true)).toEqual(['merchantSecret']);
  expect(missing('razorpay', { merchantKey: 'k', merchantSecret: 's' }, false)).toEqual(['webhookSecret']);
  expect(missing(null, { merchantKey: 'k' }, false)).toEqual(['gateway']);
  expect(keysOf('payu', {}, true)).toBeUndefined();
  expect(keysOf(null, {}, false)).toBeUndefined();
  expect(keysOf('payu', { merchantKey: 'k', merchantSecret: 's' }, true)).toMatchObject({ merchantKey: 'k' });
});
