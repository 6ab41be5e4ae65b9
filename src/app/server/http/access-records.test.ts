import { expect, test } from 'vitest';
import { allEndpoints } from '#app/contract.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { accessOf, openAccessRecords } from './access-records.ts';

test('the record of a profile names its borrower and loans, that of a list its rows, and neither has typed text', () => {
  const profile = accessOf(loans.borrower)?.(
    { id: '7' },
    { statusCode: 200, row: { id: 7, loans: [{ id: 3 }, { id: 4 }] } },
  );
  expect(profile).toEqual({ borrowerIds: [7], loanIds: [3, 4], rows: 1, asked: { id: '7' } });
  const rows = [
    { id: 3, borrowerId: 7 },
    { id: 5, borrowerId: 8 },
  ];
  const list = accessOf(loans.list)?.({ q: 'Sharma', page: 2 }, { statusCode: 200, rows });
  expect(list).toEqual({ borrowerIds: [7, 8], loanIds: [3, 5], rows: 2, asked: { q: '…', page: 2 } });
});

test('a list without rows and a write create no access record', () => {
  expect(accessOf(loans.list)?.({}, { statusCode: 200, rows: [] })).toBeUndefined();
  expect(accessOf(loans.reveal)).toBeUndefined();
});

/** Endpoints without a borrower: figures, masters and the user’s rows. */
const personalFields = /^(loanNumber|borrower|borrowerName|customerName|mobile|loanBorrower|fatherName)$/;
const namesIn = (schema: unknown): string[] => {
  const def = (schema as { _zod: { def: Record<string, unknown> } })._zod.def;
  const shape = (def.shape ?? {}) as Record<string, unknown>;
  const inner = [def.innerType, def.element, ...((def.options ?? []) as unknown[]), ...Object.values(shape)];
  return [...Object.keys(shape), ...inner.flatMap((one) => (one ? namesIn(one) : []))];
};
test('every read that returns the name, number or loan of a borrower is recorded', () => {
  const open = allEndpoints().filter(
    (endpoint) =>
      !endpoint.writes &&
      endpoint.can !== 'public' &&
      namesIn(endpoint.gives).some((name) => personalFields.test(name)) &&
      !accessOf(endpoint),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('records are queued while the database does not answer, and written once it does', async () => {
  let isDown = true;
  const written: unknown[] = [];
  const database = {
    run: (query: { values: unknown[] }) => {
      if (isDown) return Promise.reject(new Error('down'));
      written.push(...(JSON.parse(String(query.values[0])) as unknown[]));
      return Promise.resolve(1);
    },
  };
  const records = openAccessRecords(database as never, { error: () => undefined });
  const one = {
    actorId: 1,
    endpoint: 'loans.one',
    loanIds: [1],
    borrowerIds: [],
    rows: 1,
    asked: {},
    origin: '',
    requestId: 'r',
  };
  records.add({ ...one, at: '2026-11-29T06:00:00Z' });
  records.add({ ...one, at: '2026-11-29T06:00:10Z' });
  await records.stop();
  expect(written).toEqual([]);
  isDown = false;
  await records.stop();
  expect(written).toHaveLength(1);
});
