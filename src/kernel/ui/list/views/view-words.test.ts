import { expect, test } from 'vitest';
import type { Filter } from '../filters.ts';
import { isShowing, viewPatch, viewWords } from './view-words.ts';

const filters: Filter[] = [
  { name: 'clientId', label: 'Client', meta: { kind: 'id' } },
  { name: 'from', label: 'From', meta: { kind: 'day' }, until: 'to' },
];
const address = { clientId: '2', to: '2026-11-30', sort: '-dpd', page: '3', row: '17', q: '' };

test('a view stores filters and order, not the page nor opened rows', () => {
  expect(viewWords(filters, address)).toEqual({ clientId: '2', to: '2026-11-30', sort: '-dpd' });
});

test('a view puts nothing into the address that its list does not know', () => {
  const patch = viewPatch(filters, { clientId: '4', open: 'delete', settlement: '9' });
  expect(patch).toEqual({
    clientId: '4',
    from: undefined,
    to: undefined,
    q: undefined,
    sort: undefined,
    isActive: undefined,
    page: undefined,
  });
});

test('a view is active when the URL equals it', () => {
  const words = { sort: '-dpd', clientId: '2', to: '2026-11-30' };
  expect(isShowing(filters, words, address)).toBe(true);
  expect(isShowing(filters, words, { ...address, q: 'rao' })).toBe(false);
  expect(isShowing(filters, {}, { page: '2' })).toBe(true);
});
