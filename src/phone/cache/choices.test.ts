import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { keepChoice, keptChoice } from './choices.ts';

test('the list of all lenders is not used for one lender, which the server returns', async () => {
  const owner = { id: 7 } as Parameters<typeof keptChoice>[0];
  await keepChoice(owner, dispositions.options, {}, [{ id: 1, name: 'PTP' }]);
  expect(await keptChoice(owner, dispositions.options, {})).toMatchObject({
    reply: [{ id: 1, name: 'PTP' }],
  });
  expect(await keptChoice(owner, dispositions.options, { clientId: 3 })).toBeUndefined();
});
