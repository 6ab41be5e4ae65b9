import { expect, test } from 'vitest';
import { domain } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, object } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { chosenIn, filtersOf, inputFrom, narrowedBy, withDefaults } from './filters.ts';
import { pageFrom, sizeFrom } from './list-input.ts';

const { all } = domain('things', {
  all: list('GET /things', {
    can: 'staff',
    row: object({ id: id() }),
    filters: { status: choice(['Open', 'Paid']), from: day(), to: day(), users: ids('users'), isHot: flag() },
  }),
});
const filter = filtersOf(all);
const filters = [
  filter('status', 'Status'),
  filter('from', 'From', { until: 'to' }),
  filter('users', 'Users'),
  filter('isHot', 'Hot'),
];

test('the address becomes the input of the list', () => {
  const words = { status: 'Paid', from: '2026-01-01', to: '2026-01-05', users: '3,4', isHot: 'false' };
  expect(inputFrom(filters, words)).toEqual({
    status: 'Paid',
    from: '2026-01-01',
    to: '2026-01-05',
    users: [3, 4],
    isHot: false,
  });
});

test('invalid URL parameters are ignored', () => {
  expect(
    inputFrom(filters, { status: 'Lost', from: 'soon', users: 'x,-1', isHot: 'perhaps', other: '1' }),
  ).toEqual({});
  expect([pageFrom('0'), pageFrom('x'), pageFrom('1e99'), pageFrom('3')]).toEqual([1, 1, 1, 3]);
  expect([sizeFrom('7'), sizeFrom('100000'), sizeFrom('500'), sizeFrom(undefined)]).toEqual([
    100, 100, 500, 100,
  ]);
});

test('a range is one filter, and each is named', () => {
  const chosen = chosenIn(filters, { from: '2026-01-01', to: '2026-01-05', isHot: 'true', q: 'x' });
  expect(chosen.map(({ label }) => label)).toEqual(['From', 'Hot']);
});

test('an unknown filter fails when the screen is defined', () => {
  expect(() => filter('page', 'Page')).toThrow('no filter page');
});

test('dependent filters are cleared when their parent changes', () => {
  const chain = [
    filter('status', 'Status'),
    filter('users', 'Users', { within: 'status' }),
    filter('isHot', 'Hot', { within: 'users' }),
  ];
  expect(narrowedBy(chain, 'status')).toEqual(['users', 'isHot']);
  expect(narrowedBy(chain, 'isHot')).toEqual([]);
});

test('default dates appear at both ends; a single chosen one alone', () => {
  const days = [filter('from', 'From', { until: 'to', otherwise: () => '2026-11-21' })];
  expect(withDefaults(days, {})).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(withDefaults(days, { to: '2026-11-02' })).toEqual({ to: '2026-11-02' });
  expect(chosenIn(days, {})).toEqual([]);
});
