import { afterAll, beforeAll, expect, test } from 'vitest';
import { trunks } from '../../src/contexts/dialer/contract/trunks.ts';
import { type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
beforeAll(async () => (server = await boot()));
afterAll(() => server.stop());

const draft = {
  name: 'First',
  host: 'First',
  port: 5,
  weight: 5,
  channelLimit: 5,
  place: 5,
};

test('an admin adds, finds and edits a trunk', async () => {
  const admin = await server.as('list_trunks', 'create_trunks', 'edit_trunks');
  const made = await admin.call(trunks.create, draft);
  const page = await admin.call(trunks.list, { q: 'fir' });
  expect(page).toMatchObject({ count: 1, rows: [draft] });
  const edited = await admin.call(trunks.edit, { id: made.uId, name: 'Second' });
  expect(edited).toMatchObject({ ...draft, id: made.id, name: 'Second' });
  expect(await admin.call(trunks.dropdown, {})).toEqual([{ id: made.id, name: 'Second' }]);
});

test('a user with read permission is rejected and no row changes', async () => {
  const reader = await server.as('list_trunks');
  expect((await refusal(reader.call(trunks.create, { ...draft, name: 'Third' }))).body.code).toBe(
    'FORBIDDEN',
  );
  expect((await reader.call(trunks.list, { q: 'third' })).count).toBe(0);
});

test('a name is unique whatever its case', async () => {
  const admin = await server.as('create_trunks');
  await admin.call(trunks.create, { ...draft, name: 'Fourth' });
  const { body } = await refusal(admin.call(trunks.create, { ...draft, name: ' fourth ' }));
  expect(body).toMatchObject({ code: 'TAKEN', message: 'already exists.' });
});
