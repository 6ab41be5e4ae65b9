import { expect, test } from 'vitest';
import { keptLoan } from '#contexts/sync/contract/kept-rows.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { minimised } from './minimise.ts';

const person = { id: 1, name: 'Asha Rao', pan: 'XXXXXX234F', dob: '1990-01-01', cityName: 'Pune' };

test('personal identifiers are not cached, masked or not', () => {
  const kept = { id: 1, name: 'Asha Rao', pan: null, dob: null, cityName: 'Pune' };
  expect(minimised(loans.borrower, person)).toEqual(kept);
  expect(minimised(loans.participants, [person])).toEqual([kept]);
  expect(minimised(loans.one, { id: 1, address: 'Lake Road' })).toEqual({ id: 1, address: 'Lake Road' });
});

test('every field for a document or a birth date in these responses is excluded', () => {
  const secret = /pan$|aad|voter|licen|passport|dob|email|father|mother/i;
  for (const endpoint of [loans.borrower, loans.participants]) {
    const names = Object.keys((endpoint.gives as unknown as { shape: object }).shape);
    const filled = Object.fromEntries(names.map((name) => [name, 'told']));
    const left = Object.entries(minimised(endpoint, filled) as object).flatMap(([name, value]) =>
      value === null ? [] : [name],
    );
    expect(left.filter((name) => secret.test(name))).toEqual([]);
  }
  expect(Object.keys(keptLoan.shape).filter((name) => secret.test(name))).toEqual([]);
});

test('the newest five timeline items are cached, without documents', () => {
  const rows = ['document', 'call', 'call', 'promise', 'letter', 'visit', 'call', 'call'].map((kind) => ({
    kind,
  }));
  const kept = minimised(loans.timeline, rows) as { kind: string }[];
  expect(kept.map(({ kind }) => kind)).toEqual(['call', 'call', 'promise', 'visit', 'call']);
});
