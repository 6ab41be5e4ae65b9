import { expect, test } from 'vitest';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, optional } from '#kernel/contract/field.ts';
import { oneOf, rowId, searchOf, takenBy, words } from './search.ts';

const { list } = domain('samples', {
  list: endpoint('GET /samples', {
    can: 'staff',
    takes: {
      clientId: optional(id('clients')),
      from: optional(day()),
      isActive: optional(flag()),
      state: optional(choice(['open', 'kept'])),
    },
  }),
});

test('URL parameters are parsed by type; invalid values are dropped', () => {
  const readers = { file: rowId, tab: oneOf(['main', 'people']), q: words };
  expect(searchOf(readers, { file: '12', tab: 'people', q: 'Asha', other: '1' })).toEqual({
    file: 12,
    tab: 'people',
    q: 'Asha',
  });
  for (const wrong of ['0', '-1', '1.5', 'x', '', '99999999999999999'])
    expect(searchOf(readers, { file: wrong, tab: 'none', q: '' })).toEqual({});
});

test('what a contract would refuse is not there', () => {
  const readers = {
    clientId: takenBy(list, 'clientId'),
    from: takenBy(list, 'from'),
    isActive: takenBy(list, 'isActive'),
    state: takenBy(list, 'state'),
  };
  expect(searchOf(readers, { clientId: '7', from: '2026-11-23', isActive: 'true', state: 'kept' })).toEqual({
    clientId: 7,
    from: '2026-11-23',
    isActive: true,
    state: 'kept',
  });
  expect(searchOf(readers, { clientId: 'seven', from: '23.11.2026', state: 'lost' })).toEqual({});
});
