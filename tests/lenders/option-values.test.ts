import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionValues } from '../../src/contexts/lenders/contract/option-values.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let system: Caller;
beforeAll(async () => {
  server = await boot({ demo: true });
  system = await server.demo('system');
});
afterAll(() => server.stop());

test('an option is added to its list, renamed and removed from the choices', async () => {
  const { id, uId } = await system.call(optionValues.create, { set: 'rejectionReason', name: 'Too late' });
  await system.call(optionValues.edit, { id: uId, name: 'Came too late' });
  const agent = await server.person({ roleType: 'agent' });
  const offered = () => agent.call(optionValues.dropdown, { set: 'rejectionReason' });
  expect(await offered()).toContainEqual({ id, name: 'Came too late' });
  await system.call(optionValues.edit, { id: uId, isActive: false });
  expect(await offered()).not.toContainEqual({ id, name: 'Came too late' });
  // Selections still show its name.
  const chosen = await agent.call(optionValues.dropdown, { set: 'rejectionReason', ids: [id] });
  expect(chosen).toEqual([{ id, name: 'Came too late' }]);
});

test('an option is unique in its list ignoring case, and may be in another', async () => {
  await system.call(optionValues.create, { set: 'tag', name: 'Abroad', colorCode: '#0b7285' });
  const again = system.call(optionValues.create, { set: 'tag', name: ' abroad ' });
  expect((await refusal(again)).body.code).toBe('TAKEN');
  await system.call(optionValues.create, { set: 'rejectionReason', name: 'Abroad' });
  const page = await system.call(optionValues.list, { q: 'abroad', set: 'tag' });
  expect(page.rows.map(({ set, name }) => [set, name])).toEqual([['tag', 'Abroad']]);
});

test('only the system administrator edits the lists', async () => {
  const admin = await server.person({ roleType: 'admin' });
  expect((await refusal(admin.call(optionValues.list, {}))).status).toBe(403);
  expect((await refusal(admin.call(optionValues.create, { set: 'tag', name: 'x' }))).status).toBe(403);
});

test('the payment modes of the specification are there from the start', async () => {
  const modes = await system.call(optionValues.dropdown, { set: 'paymentMode' });
  expect(modes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['PhonePe', 'PayTM', 'PayU link', 'Airtel Payment', 'Bank']),
  );
});
